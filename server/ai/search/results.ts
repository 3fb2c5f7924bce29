/** Converts results of a search service to plain text with checked addresses, since they are untrusted. */
import type { WebResult } from './provider';

const TITLE_MAX = 300;
const SNIPPET_MAX = 1000;
const URL_MAX = 2000;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", nbsp: ' ' };

/** Removes markup of highlighting, decodes entities once, and drops control and direction characters. */
export function plainText(text: unknown, max: number): string {
  if (typeof text !== 'string') return '';
  const plain = text
    .slice(0, max * 4)
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|#x27|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
  return [...plain].slice(0, max).join('');
}

/** The address if it is http or https without credentials; otherwise null. */
function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > URL_MAX) return null;
  try {
    const url = new URL(value);
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return null;
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

/** A time in milliseconds; null for invalid texts, times before the web existed, and times after tomorrow. */
function timeOf(value: unknown, now: number): number | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  return Number.isFinite(at) && at > 0 && at < now + 86_400_000 ? at : null;
}

/** The first `count` results with a valid address, each address once. */
export function webResults(
  found: readonly { title: unknown; url: unknown; snippet: unknown; date: unknown }[],
  count: number,
  now = Date.now(),
): WebResult[] {
  const results = new Map<string, WebResult>();
  for (const { title, url, snippet, date } of found) {
    const address = webAddress(url);
    if (address === null || results.has(address)) continue;
    results.set(address, {
      title: plainText(title, TITLE_MAX) || new URL(address).host,
      url: address,
      snippet: plainText(snippet, SNIPPET_MAX),
      publishedAt: timeOf(date, now),
    });
    if (results.size >= count) break;
  }
  return [...results.values()];
}
