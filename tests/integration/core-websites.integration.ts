/** Reading websites: what is read in which order and pace, and what is stored. */
import { beforeAll, expect, it } from 'vitest';
import { linkCalls } from '../../server/core/links/contract';
import { code, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { page, type Site, type Websites } from '../support/websites';
import { pages, websiteSuite } from '../support/website-suite';

describeOnDatabase('websites', (engine) => {
  const suite = websiteSuite(engine);
  const { item, pagesOf, titlesOf, textOf, add, read, asked } = suite;
  let core: Core;
  let websites: Websites;
  let ann: Person;
  beforeAll(() => {
    ({ core, websites, ann } = suite);
  });

  it('are read breadth first, with each page as an item of its own', async () => {
    websites.host(
      'site.example',
      pages({
        '/': page('Home', 'home', ['/a', '/b', '/logo.png', 'http://other.example/', 'mailto:ann@site.example']),
        '/a': page('A', 'text a', ['/a/1', '/', '/b#part']),
        '/b': page('B', 'text b', ['/a']),
        '/a/1': page('A 1', 'text a 1', []),
      }),
    );
    const id = await read();
    expect(asked()).toEqual(['site.example/', 'site.example/a', 'site.example/b', 'site.example/a/1']);
    expect(await item(id)).toMatchObject({
      itemType: 'website',
      title: 'Home',
      crawlStatus: 'crawled',
      pages: 4,
      notices: [],
    });
    const stored = await pagesOf(id);
    expect(
      stored.map(({ url, title, position, parentId, itemType }) => [url, title, position, parentId, itemType]),
    ).toEqual([
      ['http://site.example/', 'Home', 0, id, 'websiteUrl'],
      ['http://site.example/a', 'A', 1, id, 'websiteUrl'],
      ['http://site.example/b', 'B', 2, id, 'websiteUrl'],
      ['http://site.example/a/1', 'A 1', 3, id, 'websiteUrl'],
    ]);
    expect(await textOf(stored[3]!.id)).toBe('text a 1');
    expect((await item(id)).size).toBe('hometext atext btext a 1'.length);
    expect(await core.services.storedBytes('c1')).toBeGreaterThanOrEqual('hometext atext btext a 1'.length);
  });

  it('are read one request a second, whoever asks', async () => {
    websites.host('site.example', pages({ '/': page('Home', 'home', ['/a']), '/a': page('A', 'a') }));
    await add();
    await ann.call(linkCalls.addPage, { projectId: suite.projectId, url: 'http://site.example/single' });
    const times: number[] = [];
    const { fetchLink } = websites.web;
    core.services.web = {
      ...websites.web,
      fetchLink: (...request) => (times.push(core.now()), fetchLink(...request)),
    };
    websites.web.fetchLink = core.services.web.fetchLink;
    await core.runJobs();
    websites.web.fetchLink = fetchLink;
    expect(websites.requests).toHaveLength(times.length);
    expect(times.length).toBe(5);
    const gaps = times.slice(1).map((time, n) => time - times[n]!);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(900);
  });

  it('wait in no process for a long crawl-delay', async () => {
    websites.host('site.example', (path) =>
      path === '/robots.txt'
        ? { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 20\nDisallow: /private' }
        : path === '/'
          ? page('Home', 'home', ['/a', '/private/b'])
          : path === '/a'
            ? page('A', 'a')
            : null,
    );
    const id = await add();
    await core.runJobs({ afterMs: 0 });
    expect(asked()).toEqual(['site.example/']);
    expect(core.waitingJobs().filter(({ name }) => name.startsWith('run'))).toEqual([
      { name: 'run-link.crawl', afterSeconds: expect.closeTo(20, -1) as number },
    ]);
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawling', error: '' });
    const began = core.now();
    await core.runJobs();
    expect(asked()).toEqual(['site.example/', 'site.example/a']);
    expect(core.now() - began).toBeGreaterThan(19_000);
    expect(Math.max(...websites.waited)).toBeLessThanOrEqual(5_000);
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', pages: 2, notices: [] });
  });

  it('end at their depth and number of pages, and say that pages are missing', async () => {
    const endless: Site = (path) => page(path, `text of ${path}`, [`${path}x`, `${path}y`]);
    websites.host('site.example', endless);
    const shallow = await read('http://site.example/', { depth: 1 });
    expect(await titlesOf(shallow)).toEqual(['/', '/x', '/y']);
    websites.requests.length = 0;
    const small = await read('http://site.example/z', { depth: 10, pageLimit: 5 });
    expect(await item(small)).toMatchObject({ crawlStatus: 'crawled', pages: 5, notices: ['partly'] });
    expect(asked()).toHaveLength(5);
  });

  it('are found by their sitemaps, too', async () => {
    const urlset = (...paths: string[]) =>
      `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${path}</loc></url>`).join('')}</urlset>`;
    websites.host('site.example', (path) => {
      if (path === '/robots.txt')
        return 'User-agent: *\nSitemap: http://site.example/index.xml\nSitemap: http://other.example/x.xml';
      if (path === '/index.xml')
        return '<sitemapindex><sitemap><loc>http://site.example/part.xml</loc></sitemap></sitemapindex>';
      if (path === '/part.xml') return urlset('http://site.example/hidden', 'http://other.example/foreign');
      if (path === '/') return page('Home', 'home', ['/a']);
      return path.includes('.') ? null : page(path, `text ${path}`);
    });
    const id = await read();
    expect(await titlesOf(id)).toEqual(['Home', '/a', '/hidden']);
    expect(websites.requests.filter((request) => request.startsWith('other.example'))).toEqual([]);
  });

  it('follow the redirect of their first page to www, and to no other site', async () => {
    websites.host('site.example', (path) => ({ status: 301, headers: { location: `http://www.site.example${path}` } }));
    websites.host(
      'www.site.example',
      pages({ '/': page('Home', 'home', ['/a', 'http://site.example/b']), '/a': page('A', 'a'), '/b': page('B', 'b') }),
    );
    const id = await read();
    expect((await pagesOf(id)).map(({ url }) => url)).toEqual([
      'http://www.site.example/',
      'http://www.site.example/a',
      'http://www.site.example/b',
    ]);
    websites.host('moved.example', () => ({ status: 301, headers: { location: 'http://www.site.example/' } }));
    const moved = await read('http://moved.example/');
    expect(await item(moved)).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE', pages: 0 });
  });

  it('count a page once that has several addresses', async () => {
    const canonical = '<link rel="canonical" href="http://site.example/a">';
    websites.host('site.example', (path) => {
      if (path === '/') return page('Home', 'home', ['/a?sort=1', '/a?sort=2', '/a', '/copy', '/elsewhere']);
      if (path.startsWith('/a')) return page('A', 'text a', [], canonical);
      if (path === '/copy') return page('Copy', 'text a');
      if (path === '/elsewhere')
        return page('Elsewhere', 'own text', [], '<link rel="canonical" href="http://other.example/">');
      return null;
    });
    const id = await read();
    expect((await pagesOf(id)).map(({ url }) => url)).toEqual([
      'http://site.example/',
      'http://site.example/a',
      'http://site.example/elsewhere',
    ]);
    expect(asked()).not.toContain('site.example/a');
    expect((await item(id)).pages).toBe(3);
  });

  it('list a page that could not be read, which a person can read again alone', async () => {
    let status = 500;
    websites.host('site.example', (path) => {
      if (path === '/') return page('Home', 'home', ['/a', '/app', '/missing']);
      if (path === '/app') return '<div id="app"></div>';
      return path === '/a' ? (status === 200 ? page('A', 'a') : { status }) : null;
    });
    const id = await read();
    expect((await pagesOf(id)).map(({ url, crawlStatus, error }) => [url, crawlStatus, error])).toEqual([
      ['http://site.example/', 'crawled', ''],
      ['http://site.example/a', 'failed', 'WEBSITE_URL_NOT_ACCESSIBLE'],
      ['http://site.example/app', 'failed', 'LINK_NEEDS_BROWSER'],
    ]);
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', pages: 1, notices: ['partly'] });
    status = 200;
    const [, a] = await pagesOf(id);
    await ann.call(linkCalls.restartPage, { id: a!.id });
    expect(await code(ann.refusal(linkCalls.restartPage, { id: a!.id }))).toBe('CRAWL_ALREADY_RUNNING');
    await core.runJobs();
    expect(await item(a!.id)).toMatchObject({ title: 'A', crawlStatus: 'crawled', error: '' });
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', pages: 2 });
  });

  it('are asked later again when they are busy', async () => {
    let busy = 2;
    websites.host('site.example', (path) => {
      if (path === '/') return page('Home', 'home', ['/a']);
      if (path !== '/a') return null;
      busy -= 1;
      return busy >= 0 ? { status: 503, headers: { 'retry-after': '120' } } : page('A', 'a');
    });
    const id = await add();
    const began = core.now();
    await core.runJobs();
    expect(core.now() - began).toBeGreaterThan(240_000);
    expect(await titlesOf(id)).toEqual(['Home', 'A']);
    // for good
    websites.host('site.example', (path) =>
      path === '/'
        ? page('Home', 'home 2', ['/a', '/b'])
        : path === '/a'
          ? { status: 429 }
          : path === '/b'
            ? page('B', 'b')
            : null,
    );
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    expect((await pagesOf(id)).map(({ title, crawlStatus }) => [title, crawlStatus])).toEqual([
      ['Home', 'crawled'],
      ['A', 'failed'],
      ['B', 'crawled'],
    ]);
  });

  it('end at the organization’s limit of the service, with the pages that were read', async () => {
    websites.host('site.example', (path) => (path.includes('.') ? null : page(path, `text ${path}`, [`${path}x`])));
    core.parts.pass(24 * 60 * 60_000);
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: 2, personPerDay: null });
    const id = await read();
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: null, personPerDay: null });
    expect(await item(id)).toMatchObject({ crawlStatus: 'failed', error: 'USER_SERVICE_QUOTA_EXCEEDED', pages: 2 });
  });
});
