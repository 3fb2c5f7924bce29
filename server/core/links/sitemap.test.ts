import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSitemap } from './sitemap';

const LIMITS = { pages: 100, sitemaps: 10 };
const read = (xml: string | Buffer, limits = LIMITS) => readSitemap(Buffer.from(xml), limits);
const urlset = (n: number): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from(
    { length: n },
    (_, i) => `<url>\n<loc> http://site.example/${i}?a=1&amp;b=2 </loc><lastmod>2026-01-01</lastmod></url>`,
  ).join('')}</urlset>`;

it('reads the addresses of pages, and of further sitemaps', async () => {
  expect(await read(urlset(2))).toEqual({
    pages: ['http://site.example/0?a=1&b=2', 'http://site.example/1?a=1&b=2'],
    sitemaps: [],
  });
  expect(
    await read('<sitemapindex><sitemap><loc><![CDATA[http://site.example/a.xml]]></loc></sitemap></sitemapindex>'),
  ).toEqual({ pages: [], sitemaps: ['http://site.example/a.xml'] });
});

it('reads a gzip file', async () => {
  expect((await read(gzipSync(urlset(3)))).pages).toHaveLength(3);
});

it('ends at the limit, whatever follows', async () => {
  expect((await read(urlset(1000))).pages).toHaveLength(100);
  expect((await read(`${urlset(1000)}<<<`)).pages).toHaveLength(100);
});

it('expands no entities of its own', async () => {
  const xml = '<!DOCTYPE u [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>';
  expect((await read(xml)).pages).toEqual(['/&b;']);
});

it.each<[string, string | Buffer, number]>([
  ['no XML', 'http://site.example/', 0],
  ['a page', '<!doctype html><html><body><p>Hi<br></body>', 0],
  ['an end in the middle', urlset(5).slice(0, -80), 4],
  [
    'an address that is too long',
    `<urlset><url><loc>http://site.example/${'a'.repeat(10_000_000)}</loc></url></urlset>`,
    0,
  ],
  ['elements without end', '<a>'.repeat(3_000_000), 0],
  ['a damaged archive', gzipSync(urlset(5)).subarray(0, 50), 0],
  ['an archive that is a bomb', gzipSync(Buffer.alloc(200 * 1024 * 1024)), 0],
])('reads as many addresses as possible from %s', async (_what, xml, pages) => {
  expect((await read(xml)).pages).toHaveLength(pages);
});
