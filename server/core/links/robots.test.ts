import { expect, it } from 'vitest';
import { readRobots } from './robots';

const ORIGIN = 'http://site.example';

it('follows the group of its own name, and of all robots otherwise', () => {
  const own = readRobots(
    ORIGIN,
    'User-agent: *\nDisallow: /\n\nUser-agent: SatchelBot\nDisallow: /private\nCrawl-delay: 5',
  );
  expect([own.isAllowed(`${ORIGIN}/a`), own.isAllowed(`${ORIGIN}/private/a`), own.delayMs]).toEqual([
    true,
    false,
    5_000,
  ]);
  const others = readRobots(
    ORIGIN,
    'User-agent: GoogleBot\nDisallow: /\n\nUser-agent: *\nAllow: /a/b\nDisallow: /a/*/c$\nDisallow: /a',
  );
  expect(['/a/b', '/a/x', '/b'].map((path) => others.isAllowed(ORIGIN + path))).toEqual([true, false, true]);
});

it.each([
  ['Crawl-delay: 600', 30_000],
  ['Crawl-delay: -1', 0],
  ['Crawl-delay: soon', 0],
  ['Crawl-delay: 0.5', 500],
])('honours a crawl delay of %j, up to half a minute', (line, ms) => {
  expect(readRobots(ORIGIN, `User-agent: *\n${line}`).delayMs).toBe(ms);
});

it('names sitemaps, ten at most', () => {
  const many = Array.from({ length: 50 }, (_, n) => `Sitemap: ${ORIGIN}/${n}.xml`).join('\n');
  expect(readRobots(ORIGIN, many).sitemaps).toHaveLength(10);
});

it.each(['', '\0\0\0', '<!doctype html><p>Not found', 'Disallow', ':::', 'User-agent:\nDisallow: /'])(
  'takes %j as no rule',
  (text) => {
    expect(readRobots(ORIGIN, text).isAllowed(`${ORIGIN}/a`)).toBe(true);
  },
);

it('reads a file up to the size limit, and limits rules with wildcards, which are slow to match', () => {
  const rules = (n: number): string =>
    `User-agent: *\nDisallow: /first\n${'Disallow: /*a*a*a*a*a*a*a*a$\n'.repeat(n)}Disallow: /*wild\nDisallow: /plain`;
  const allowed = (n: number): boolean[] => {
    const robots = readRobots(ORIGIN, rules(n));
    return ['first', 'wild', 'plain'].map((path) => robots.isAllowed(`${ORIGIN}/${path}`));
  };
  expect(allowed(10)).toEqual([false, false, false]);
  expect(allowed(1_000)).toEqual([false, true, false]);
  expect(allowed(100_000)).toEqual([false, true, true]);
});
