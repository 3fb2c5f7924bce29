import { describe, expect, it } from 'vitest';
import { Frontier, isSameSite } from './frontier';

const SITE = 'http://site.example/';
const open = (settings: { depth?: number; pageLimit?: number } = {}, excluded: string[] = []): Frontier =>
  new Frontier(SITE, { depth: 3, pageLimit: 10, ...settings }, excluded);

/** Addresses that are visited if each page has the links of `links`. */
function visited(frontier: Frontier, links: (address: string) => string[]): string[] {
  const all: string[] = [];
  for (let visit = frontier.next(); visit; visit = frontier.next()) {
    all.push(visit.address);
    frontier.addLinks(frontier.newLinks(links(visit.address), visit), visit);
  }
  return all;
}

describe('the frontier of a crawl', () => {
  it('has each address of the site once, level by level', () => {
    const links: Record<string, string[]> = {
      [SITE]: ['/b', '/a#x', '/a', 'https://site.example/a', '/b?utm_source=x', 'c/', 'http://site.example:81/d'],
      'http://site.example/b': ['/e', '/'],
      'http://site.example/a': ['/f'],
    };
    expect(visited(open(), (address) => links[address] ?? [])).toEqual(
      ['', 'b', 'a', 'c/', 'e', 'f'].map((path) => `${SITE}${path}`),
    );
  });

  it('has no address of another site, and only addresses of pages', () => {
    const links = [
      'http://www.site.example/',
      'http://site.example.evil.example/',
      '//other.example/',
      'javascript:alert(1)',
      'mailto:ann@site.example',
      'http://user@site.example/',
      '/logo.PNG',
      '/a.zip?x=1',
      '/paper.pdf',
    ];
    expect(visited(open(), () => links)).toEqual([SITE, 'http://site.example/paper.pdf']);
  });

  it('ends at the maximum depth', () => {
    const endless = (address: string): string[] => [`${address}x`];
    expect(visited(open({ depth: 2 }), endless)).toEqual([SITE, `${SITE}x`, `${SITE}xx`]);
    expect(visited(open({ depth: 0 }), endless)).toEqual([SITE]);
  });

  it('ends at the limit of addresses, and reports that some were left out', () => {
    const frontier = open({ depth: 10, pageLimit: 5 });
    let n = 0;
    const all = visited(frontier, () => Array.from({ length: 1000 }, () => `/day?n=${(n += 1)}`));
    expect([all.length, frontier.isOverfull]).toEqual([30, true]);
    expect(new Set(all).size).toBe(30);
  });

  it('leaves out excluded pages, and pages that were read under another address', () => {
    const frontier = open({}, ['http://site.example/removed']);
    const first = frontier.next()!;
    frontier.addLinks(frontier.newLinks(['/removed', '/a', '/b'], first), first);
    frontier.markRead('http://site.example/b');
    expect(visited(frontier, () => ['/b', '/removed'])).toEqual(['http://site.example/a']);
  });

  it('follows a redirect next, and ends a loop', () => {
    const frontier = open();
    const first = frontier.next()!;
    frontier.addLinks(['http://site.example/a', 'http://site.example/b'], first);
    const a = frontier.next()!;
    expect(frontier.follow('http://site.example/c', a)).toBe(true);
    const c = frontier.next()!;
    expect(c).toEqual({ address: 'http://site.example/c', depth: 1, redirects: 1 });
    frontier.follow('http://site.example/a', c);
    expect(frontier.next()?.address).toBe('http://site.example/b');
    expect(frontier.next()).toBeUndefined();
  });

  it('follows five redirects in a row', () => {
    const frontier = open();
    let hops = 0;
    for (let visit = frontier.next(); visit; visit = frontier.next()) {
      hops += 1;
      frontier.follow(`${visit.address}a`, visit);
    }
    expect(hops).toBe(6);
  });

  it.each([
    ['http://www.site.example/', 'http://www.site.example'],
    ['https://site.example/', 'https://site.example'],
  ])('continues on %s if the first page redirects there', (target, origin) => {
    const frontier = open();
    const first = frontier.next()!;
    expect(frontier.follow(target, first)).toBe(true);
    expect(frontier.siteOrigin).toBe(origin);
    expect(visited(frontier, () => ['/a', 'http://site.example/b'])).toEqual([target, `${origin}/a`, `${origin}/b`]);
  });

  it('leaves the site by no redirect', () => {
    const frontier = open();
    const first = frontier.next()!;
    expect(frontier.follow('http://other.example/', first)).toBe(false);
    frontier.addLinks(['http://site.example/a'], first);
    expect(frontier.follow('http://www.site.example/', frontier.next()!)).toBe(false);
    expect(frontier.siteOrigin).toBe('http://site.example');
  });

  it('takes a canonical address of the site only', () => {
    const frontier = open();
    const canonical = (named: string): string => frontier.canonical(named, 'http://site.example/a?sort=1');
    expect(['http://site.example/a', '/b#x', 'http://other.example/', '', 'javascript:1'].map(canonical)).toEqual([
      'http://site.example/a',
      'http://site.example/b',
      'http://site.example/a?sort=1',
      'http://site.example/a?sort=1',
      'http://site.example/a?sort=1',
    ]);
  });

  it('reads pages of an earlier reading last, without their links', () => {
    const frontier = open();
    const first = frontier.next()!;
    frontier.addLinks(['http://site.example/a'], first);
    frontier.addKnown(['http://site.example/old', 'http://site.example/a']);
    expect(visited(frontier, (address) => (address.endsWith('old') ? ['/new'] : []))).toEqual([
      'http://site.example/a',
      'http://site.example/old',
    ]);
  });
});

it.each([
  ['http://a.example/', 'https://a.example/x', true],
  ['http://a.example/', 'http://www.a.example/', true],
  ['http://a.example:8080/', 'http://a.example/', false],
  ['http://a.example/', 'http://b.a.example/', false],
])('compares the sites of %s and %s', (one, other, expected) => {
  expect(isSameSite(one, other)).toBe(expected);
});
