/** Results of a search service as plain text with checked addresses: what comes from outside is data. */
import type { WebResult } from './provider';

const TITLE_MAX = 300;
const SNIPPET_MAX = 1000;
const URL_MAX = 2000;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", nbsp: ' ' };

/** Markup of highlighting removed, entities decoded once, control and direction characters dropped. */
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

/** null for an address that is not one of the web. */
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

/** Times before the web, after tomorrow, and texts that are no times are unknown. */
function timeOf(value: unknown, now: number): number | null {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  return Number.isFinite(at) && at > 0 && at < now + 86_400_000 ? at : null;
}

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
