/** Sitemaps (sitemaps.org protocol): XML files, possibly gzip, with addresses of pages or of further sitemaps. */
import { setImmediate as breathe } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip as gunzipWith } from 'node:zlib';
import { SaxesParser } from 'saxes';

const gunzip = promisify(gunzipWith);

/** bytes of a decompressed file that are read */
const FILE_MAX = 10 * 1024 * 1024;
/** bytes that are parsed before other work gets its turn */
const SLICE = 64 * 1024;
/** levels of elements; the protocol has three, and extensions few more */
const NESTING_MAX = 20;
const ADDRESS_MAX = 2048;

export interface Sitemap {
  pages: string[];
  sitemaps: string[];
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * The first addresses of a sitemap, as they are written there. Damage, or a limit, ends the reading without
 * an error: the addresses before it are returned.
 */
export async function readSitemap(body: Buffer, limits: { pages: number; sitemaps: number }): Promise<Sitemap> {
  const found: Sitemap = { pages: [], sitemaps: [] };
  let bytes = body;
  try {
    if (isGzip(body)) bytes = await gunzip(body, { maxOutputLength: FILE_MAX });
  } catch {
    return found;
  }
  let isEnded = false;
  let depth = 0;
  let text: string | null = null;
  let owner = '';
  const parser = new SaxesParser({ fragment: false });
  parser.on('error', () => {
    isEnded = true;
  });
  parser.on('opentag', ({ name }) => {
    depth += 1;
    if (depth > NESTING_MAX) isEnded = true;
    if (name === 'url' || name === 'sitemap') owner = name;
    text = name === 'loc' ? '' : null;
  });
  const add = (part: string): void => {
    if (text !== null && text.length <= ADDRESS_MAX) text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    const address = text?.trim() ?? '';
    text = null;
    if (name !== 'loc' || address === '' || address.length > ADDRESS_MAX) return;
    const [list, max] = owner === 'sitemap' ? [found.sitemaps, limits.sitemaps] : [found.pages, limits.pages];
    if (list.length < max) list.push(address);
    if (found.pages.length >= limits.pages) isEnded = true;
  });
  const xml = bytes.subarray(0, FILE_MAX).toString('utf8');
  for (let at = 0; at < xml.length && !isEnded; at += SLICE) {
    try {
      parser.write(xml.slice(at, at + SLICE));
    } catch {
      return found;
    }
    await breathe();
  }
  return found;
}
