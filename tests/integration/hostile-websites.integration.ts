/**
 * Websites that harm who reads them, on a network of one loopback server. Each ends with an error that says why, nothing
 * is asked that must not be, and the next site is read. Content is parsed in real processes where it matters.
 */
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkCalls } from '../../server/core/links/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createParsing, type Parsing } from '../../server/parsing/parsing';
import { CallError } from '../../sync/protocol/errors';
import { openCore, type Core, type Person } from '../support/core';
import { openWebsites, page as simplePage, type Answer, type Site, type Websites } from '../support/websites';
import { anyEngine } from '../support/database';

const PUBLIC = '93.184.216.34';
const PRIVATE = '10.0.0.5';
const MB = 1024 * 1024;

/** A page with enough text to be one for the parser. */
const page = (title: string, links: readonly string[] = [], head = ''): string =>
  simplePage(title, `${title} has a paragraph of its own. `.repeat(10), links, head);

const text = (body: string | Buffer): Answer => ({ headers: { 'content-type': 'text/plain' }, body });

describe('hostile websites', () => {
  let core: Core;
  let websites: Websites;
  let parsing: Parsing;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    websites = await openWebsites();
    parsing = createParsing({ log: pino({ level: 'silent' }) });
    core = await openCore(anyEngine(), { ports: { web: websites.web, parsing: websites.parser } });
    websites.pass = core.parts.pass;
    ann = core.person('ann');
    websites.host('healthy.example', (path) => (path === '/' ? page('Healthy') : null));
  });
  beforeEach(async () => {
    core.parts.pass(2 * 60 * 60_000);
    projectId = (await ann.call(projectCalls.create, { title: `Hostile ${core.now()}` })).id;
    websites.requests.length = 0;
  });
  afterEach(async () => {
    Object.assign(core.services, { web: websites.web, parsing: websites.parser });
    expect(await single('http://healthy.example/')).toMatchObject({ crawlStatus: 'crawled', title: 'Healthy' });
  });
  afterAll(async () => {
    parsing.close();
    await core.close();
    await websites.close();
  });

  const item = async (id: string) => (await ann.sees('projectItems', id))!;
  const single = async (url: string) => {
    const { id } = await ann.call(linkCalls.addPage, { projectId, url });
    await core.runJobs();
    return item(id);
  };
  const website = async (url = 'http://evil.example/', more: object = {}) => {
    const { id } = await ann.call(linkCalls.addWebsite, { projectId, url, ...more });
    await core.runJobs();
    return item(id);
  };
  const pagesOf = async (websiteId: string) =>
    (await ann.call(linkCalls.searchPages, { websiteId })).list.map(({ url, error }) => [new URL(url).pathname, error]);
  const textOf = async (id: string) => (await ann.sees('itemTexts', id))!.parts.map((part) => part.text).join('\n');
  /** A site without robots.txt and sitemap. */
  const evil = (site: Site): void =>
    websites.host('evil.example', (path, ...rest) => (/robots|sitemap/.test(path) ? null : site(path, ...rest)));
  const asked = (host = 'evil.example') =>
    websites.requests.filter((request) => request.startsWith(`${host}/`) && !/robots|sitemap/.test(request));

  it('with endless calendars end at the number of pages', async () => {
    evil((path) => {
      const day = Number(/\d+/.exec(path)?.[0] ?? 0);
      return page(`Day of ${path}`, [`/day/${day + 1}`, `/day/${day + 1}/week`, `/day/${day + 2}?view=month`]);
    });
    expect(await website(undefined, { pageLimit: 6, depth: 10 })).toMatchObject({
      crawlStatus: 'crawled',
      pages: 6,
      notices: ['partly'],
    });
    expect(asked()).toHaveLength(6);
  });

  it('with endless query strings and one content end at the number of requests', async () => {
    let n = 0;
    evil(() => page('The same', [`/?session=${(n += 1)}`, `/?session=${(n += 1)}`]));
    const site = await website(undefined, { pageLimit: 3, depth: 10 });
    expect(site).toMatchObject({ crawlStatus: 'crawled', pages: 1, notices: ['partly'] });
    expect(asked()).toHaveLength(2 * 3 + 20);
  });

  it.each<[string, Site]>([
    ['to itself', () => ({ status: 302, headers: { location: '/' } })],
    ['between two pages', (path) => ({ status: 301, headers: { location: path === '/' ? '/a' : '/' } })],
    ['without end', (path) => ({ status: 307, headers: { location: `${path}a` } })],
    [
      'until it gets its cookie back',
      (path, { headers }) =>
        headers.cookie ? page('Cookie') : { status: 302, headers: { location: path, 'set-cookie': 'seen=1' } },
    ],
  ])('that redirect %s fail', async (_what, site) => {
    evil(site);
    expect(await website()).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE' });
    websites.requests.length = 0;
    expect(await single('http://evil.example/')).toMatchObject({ error: 'WEBSITE_URL_NOT_ACCESSIBLE' });
    expect(asked().length).toBeLessThanOrEqual(6);
    expect(websites.headersOf('evil.example/').cookie).toBeUndefined();
  });

  it.each(['http://10.0.0.5/', 'http://intranet.example/', 'http://169.254.169.254/latest/', 'http://[::1]/'])(
    'that redirect to %s fail, and nothing is asked there',
    async (location) => {
      const host = new URL(location).host;
      evil((path) => (path === '/' ? { status: 302, headers: { location } } : null));
      expect(await single('http://evil.example/')).toMatchObject({
        crawlStatus: 'failed',
        error: 'WEBSITE_URL_NOT_PUBLIC',
      });
      expect(await website()).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE' });
      evil(() => page('Home', [location, `//${host}/`]));
      expect(await website('http://evil.example/home')).toMatchObject({ crawlStatus: 'crawled', pages: 1 });
      expect(websites.requests.filter((request) => request.startsWith(host))).toEqual([]);
    },
  );

  it('whose name leads inside after the first request fail (DNS rebinding)', async () => {
    websites.host('rebind.example', () => page('Inside'));
    websites.resolve('rebind.example', PUBLIC);
    websites.resolve('rebind.example', PRIVATE);
    expect(await single('http://rebind.example/a')).toMatchObject({ error: 'WEBSITE_URL_NOT_PUBLIC' });
    expect(websites.requests).toEqual(['rebind.example/robots.txt']);
  });

  it('with pages that are too large lose only these', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MB));
    const lengths: number[] = [];
    core.services.parsing = {
      ...websites.parser,
      parsePage: (each, options) => {
        lengths.push(each.body.length);
        return each.url.endsWith('/complex')
          ? Promise.reject(new CallError('FILE_TOO_COMPLEX'))
          : websites.parser.parsePage(each, options);
      },
    };
    evil((path) => {
      if (path === '/') return page('Home', ['/bomb', '/declared', '/large', '/complex', '/good']);
      if (path === '/bomb') return { headers: { 'content-encoding': 'gzip' }, body: bomb };
      if (path === '/declared') return { body: Buffer.alloc(10 * MB + 1) };
      return path === '/large' ? { body: page('Large').padEnd(10 * MB) } : page(`Page ${path}`);
    });
    const site = await website();
    expect(await pagesOf(site.id)).toEqual([
      ['/', ''],
      ['/bomb', 'WEBSITE_TOO_LARGE'],
      ['/declared', 'WEBSITE_TOO_LARGE'],
      ['/large', ''],
      ['/complex', 'FILE_TOO_COMPLEX'],
      ['/good', ''],
    ]);
    expect(lengths).toContain(10 * MB);
  });

  it('whose server drips are given up, and their other pages are read', async () => {
    const impatient = await openWebsites({ totalMs: 3_000 });
    impatient.pass = core.parts.pass;
    impatient.host('evil.example', (path, _request, response) => {
      if (path === '/') return page('Home', ['/slow', '/good']);
      if (path !== '/slow') return path === '/good' ? page('Good') : null;
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('<'), 100);
      response.once('close', () => clearInterval(timer));
      return 'taken';
    });
    core.services.web = impatient.web;
    const site = await website();
    expect(await pagesOf(site.id)).toEqual([
      ['/', ''],
      ['/slow', 'WEBSITE_TIMEOUT'],
      ['/good', ''],
    ]);
    await impatient.close();
  });

  it('that are down after the first page are given up after some pages', async () => {
    evil((path) =>
      path === '/'
        ? page(
            'Home',
            Array.from({ length: 100 }, (_, n) => `/${n}`),
          )
        : { status: 500 },
    );
    expect(await website()).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE', pages: 1 });
    expect(asked()).toHaveLength(11);
  });

  it.each(['FILE_PARSE_TIMEOUT', 'FILE_TOO_COMPLEX'] as const)(
    'whose pages take all that a parser has are given up after some pages: %s',
    async (errorCode) => {
      const links = Array.from({ length: 100 }, (_, n) => `/${n}`);
      evil((path) => page(`Page of ${path}`, path === '/' ? links : []));
      core.services.parsing = {
        ...websites.parser,
        parsePage: (given, options) =>
          given.url.endsWith('/')
            ? websites.parser.parsePage(given, options)
            : Promise.reject(new CallError(errorCode)),
      };
      expect(await website()).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE', pages: 1 });
      expect(asked()).toHaveLength(11);
    },
  );

  it('whose robots.txt forbids are not asked', async () => {
    websites.host('evil.example', (path) =>
      path === '/robots.txt' ? text('User-agent: satchelbot\nDisallow: /') : page('Forbidden'),
    );
    expect(await website()).toMatchObject({ crawlStatus: 'failed', error: 'LINK_FORBIDDEN_BY_ROBOTS' });
    expect(await single('http://evil.example/a')).toMatchObject({ error: 'LINK_FORBIDDEN_BY_ROBOTS' });
    expect(websites.requests).toEqual(['evil.example/robots.txt']);
  });

  it('whose robots.txt cannot be read are not asked, until it can', async () => {
    let robots: Answer = { status: 500 };
    websites.host('evil.example', (path) => (path === '/robots.txt' ? robots : path === '/' ? page('Home') : null));
    const failing: Answer[] = [
      { status: 500 },
      { status: 302, headers: { location: '/robots.txt' } },
      text(Buffer.alloc(11 * MB)),
    ];
    for (const [n, answer] of failing.entries()) {
      robots = answer;
      expect(await single(`http://evil.example/?${n}`)).toMatchObject({ error: 'WEBSITE_URL_NOT_ACCESSIBLE' });
      core.parts.pass(2 * 60_000);
    }
    expect(asked()).toEqual([]);
    robots = text(`User-agent: *\nDisallow: /private\n${'Disallow: /*a*a*a*a*a*a$\n'.repeat(40_000)}`);
    expect(await website()).toMatchObject({ crawlStatus: 'crawled', pages: 1 });
  });

  it('whose sitemaps have no end, or are bombs, or name other sites, are read by their links', async () => {
    let n = 0;
    const bomb = gzipSync(Buffer.alloc(200 * MB, '<url>'));
    websites.host('evil.example', (path) => {
      if (path === '/robots.txt')
        return text('Sitemap: /bomb.xml.gz\nSitemap: http://intranet.example/s.xml\nSitemap: /index.xml');
      if (path === '/bomb.xml.gz') return { body: bomb };
      if (path.includes('xml'))
        return `<sitemapindex>${[1, 2]
          .map(() => `<sitemap><loc>http://evil.example/${(n += 1)}.xml</loc></sitemap>`)
          .join(
            '',
          )}<url><loc>http://intranet.example/</loc></url><url><loc>file:///etc/passwd</loc></url></sitemapindex>`;
      return path === '/' ? page('Home', ['/a']) : path === '/a' ? page('A') : null;
    });
    const site = await website();
    expect(await pagesOf(site.id)).toEqual([
      ['/', ''],
      ['/a', ''],
    ]);
    expect(websites.requests.filter((request) => request.includes('xml')).length).toBeLessThanOrEqual(10);
    expect(websites.requests.filter((request) => request.startsWith('intranet'))).toEqual([]);
  });

  it('with content of another type than they say lose only this page', async () => {
    core.services.parsing = parsing;
    const sjis = Buffer.concat([
      Buffer.from('<html><head><title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]),
      Buffer.from(`</title></head><body><p>${'words '.repeat(50)}</p></body></html>`),
    ]);
    evil((path) => {
      const of = (type: string, body: string | Buffer): Answer => ({ headers: { 'content-type': type }, body });
      switch (path) {
        case '/':
          return page('Home', ['/pdf', '/html', '/zip', '/picture', '/sjis', '/empty', '/good']);
        case '/pdf':
          return of('application/pdf', page('No PDF'));
        case '/html':
          return of('text/html', '%PDF-1.4 nothing of one');
        case '/zip':
          return of('application/zip', 'PK\x03\x04');
        case '/picture':
          return of('image/png', Buffer.from([0x89, 0x50]));
        case '/sjis':
          return of('text/html; charset=shift_jis', sjis);
        case '/empty':
          return of('text/html', '');
        default:
          return path === '/good' ? page('Good') : null;
      }
    });
    const site = await website();
    expect(site).toMatchObject({ crawlStatus: 'crawled' });
    const { list } = await ann.call(linkCalls.searchPages, { websiteId: site.id });
    expect(list.filter(({ error }) => error === '').map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Home', '日本語', 'Good']),
    );
    expect(list.find(({ url }) => url.endsWith('/html'))?.error).toBe('FILE_DAMAGED');
    expect(list.map(({ url }) => new URL(url).pathname)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/zip|picture|empty/)]),
    );
  });

  it('whose pages name the page of another site as canonical keep their own address', async () => {
    core.services.parsing = parsing;
    evil((path) => page(`Page ${path}`, ['/a'], '<link rel="canonical" href="http://healthy.example/">'));
    const site = await website();
    expect(await pagesOf(site.id)).toEqual([
      ['/', ''],
      ['/a', ''],
    ]);
  });

  it('whose pages differ at each reading have each page once', async () => {
    let n = 0;
    evil((path) => page(`Page ${path} at ${(n += 1)}`, ['/a', '/b']));
    const { id } = await website();
    const first = await pagesOf(id);
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    expect(await pagesOf(id)).toEqual(first);
    const { list } = await ann.call(linkCalls.searchPages, { websiteId: id });
    expect(await textOf(list[0]!.id)).toContain('at 4');
  });
});
