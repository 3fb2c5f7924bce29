/** Reading websites: what is read in which order and pace, what is stored, and what a second reading changes. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { REREAD_JOB, RESUME_JOB } from '../../server/core/links/feature';
import { linkCalls } from '../../server/core/links/contract';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { features } from '../../server/features';
import { retentionRules } from '../../server/shared/feature';
import { projectCalls } from '../../server/core/projects/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openWebsites, page, type Site, type Websites } from '../support/websites';

const WEEK = 7 * 24 * 60 * 60_000;

/** A site of pages by path. */
const pages =
  (all: Record<string, string>): Site =>
  (path) =>
    all[path] ?? null;

describeOnDatabase('websites', (engine) => {
  let core: Core;
  let websites: Websites;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    websites = await openWebsites();
    core = await openCore(engine, { ports: { web: websites.web, parsing: websites.parser } });
    websites.pass = core.parts.pass;
    ann = core.person('ann');
  });
  beforeEach(async () => {
    websites.requests.length = 0;
    websites.waited.length = 0;
    core.parts.pass(2 * 60 * 60_000);
    projectId = (await ann.call(projectCalls.create, { title: `Websites ${core.now()}` })).id;
  });
  afterAll(async () => {
    await core.close();
    await websites.close();
  });

  const item = async (id: string) => (await ann.sees('projectItems', id))!;
  const pagesOf = async (websiteId: string) => (await ann.call(linkCalls.searchPages, { websiteId })).list;
  const titlesOf = async (websiteId: string) => (await pagesOf(websiteId)).map(({ title }) => title);
  const textOf = async (id: string) => (await ann.sees('itemTexts', id))!.parts.map(({ text }) => text).join();
  const add = async (url = 'http://site.example/', more: object = {}) =>
    (await ann.call(linkCalls.addWebsite, { projectId, url, ...more })).id;
  const read = async (url?: string, more?: object) => {
    const id = await add(url, more);
    await core.runJobs();
    return id;
  };
  /** requests for pages, without robots.txt and sitemaps */
  const asked = () => websites.requests.filter((request) => !/robots|sitemap/.test(request));

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
    await ann.call(linkCalls.addPage, { projectId, url: 'http://site.example/single' });
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

  it('are transferred again only where they have changed', async () => {
    let version = 1;
    const served: string[] = [];
    websites.host('site.example', (path, request) => {
      if (path === '/robots.txt' || path === '/sitemap.xml') return null;
      const etag = path === '/changing' ? `"v${version}"` : '"v1"';
      if (request.headers['if-none-match'] === etag) return { status: 304 };
      served.push(path);
      const body =
        path === '/'
          ? page('Home', 'home', ['/same', '/changing'])
          : page(path, `${path} of ${path === '/same' ? 1 : version}`);
      return { headers: { etag }, body };
    });
    const id = await read();
    const before = await pagesOf(id);
    expect(served).toEqual(['/', '/same', '/changing']);
    served.length = 0;
    version = 2;
    const uses = () => core.platform.db.selectFrom('service_use').select('id').execute();
    const usesBefore = (await uses()).length;
    await ann.call(linkCalls.restartWebsite, { id });
    expect(await code(ann.refusal(linkCalls.restartWebsite, { id }))).toBe('CRAWL_ALREADY_RUNNING');
    await core.runJobs();
    expect(served).toEqual(['/changing']);
    const after = await pagesOf(id);
    expect(after.map(({ id: pageId, title }) => [pageId, title])).toEqual(
      before.map(({ id: pageId, title }) => [pageId, title]),
    );
    expect(await textOf(after[2]!.id)).toBe('/changing of 2');
    for (const [n, each] of after.entries()) expect(each.contentAt).toBeGreaterThan(before[n]!.contentAt);
    expect((await ann.sees('itemTexts', after[1]!.id))!.rev).toBe((await ann.sees('itemTexts', before[1]!.id))!.rev);
    expect((await uses()).length - usesBefore).toBe(1);
  });

  it('keep the last snapshot of a page that is gone', async () => {
    const all: Record<string, string> = { '/': page('Home', 'home', ['/a']), '/a': page('A', 'text a') };
    websites.host('site.example', pages(all));
    const id = await read();
    delete all['/a'];
    all['/'] = page('Home', 'new home');
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    const [home, gone] = await pagesOf(id);
    expect(home).toMatchObject({ crawlStatus: 'crawled', error: '' });
    expect(gone).toMatchObject({ title: 'A', crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE' });
    expect(await textOf(gone!.id)).toBe('text a');
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', pages: 2 });
  });

  it('do not read a page again that a person deleted', async () => {
    websites.host('site.example', pages({ '/': page('Home', 'home', ['/a']), '/a': page('A', 'a') }));
    const id = await read();
    const [, a] = await pagesOf(id);
    await ann.call(linkCalls.removePages, { ids: [a!.id] });
    websites.requests.length = 0;
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    expect(asked()).toEqual(['site.example/']);
    expect(await titlesOf(id)).toEqual(['Home']);
    expect(await item(id)).toMatchObject({ pages: 1, size: 4 });
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

  it('go on after the finished pages when a process dies', async () => {
    websites.host(
      'site.example',
      pages({ '/': page('Home', 'home', ['/a', '/b']), '/a': page('A', 'a'), '/b': page('B', 'b') }),
    );
    const id = await add();
    const { parsePage } = websites.parser;
    core.services.parsing.parsePage = (each, options) =>
      each.url.endsWith('/b') ? Promise.reject(new Error('the process dies')) : parsePage(each, options);
    await core.runJobs({ afterMs: 0 });
    core.services.parsing.parsePage = parsePage;
    expect(await titlesOf(id)).toEqual(['Home', 'A']);
    await core.runJobs();
    expect(await titlesOf(id)).toEqual(['Home', 'A', 'B']);
    expect(asked()).toEqual(['site.example/', 'site.example/a', 'site.example/b', 'site.example/b']);
  });

  it('are a task of the person who added them, and keep what was read when it is cancelled', async () => {
    let cancel: () => Promise<unknown> = () => Promise.resolve();
    websites.host('site.example', (path, _request, response) => {
      if (path === '/') return page('Home', 'home', ['/a']);
      if (path !== '/a') return null;
      void cancel().then(() => response.destroy());
      return 'taken';
    });
    const id = await add();
    cancel = () => ann.call(linkCalls.cancel, { id });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ crawlStatus: 'canceled', error: 'CRAWL_CANCELED', pages: 1 });
    expect(await titlesOf(id)).toEqual(['Home']);
    const [task] = (await ann.call(taskCalls.page, {})).list;
    expect(task).toMatchObject({ kind: 'link.crawl', subject: { collection: 'projectItems', id }, status: 'CANCELED' });
    cancel = () => Promise.resolve();
    websites.host('site.example', pages({ '/': page('Home', 'home', ['/a']), '/a': page('A', 'a') }));
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', error: '', pages: 2 });
  });

  it('stop being read when deleted, and begin again when that is undone, also before it has ended', async () => {
    const id = await add();
    const rowNow = async () => {
      const { abilities: _abilities, rev: _rev, ...row } = await item(id);
      return row;
    };
    /** The website is deleted during the request for its second page. */
    const deleted = async (then: (row: Awaited<ReturnType<typeof rowNow>>) => Promise<unknown>): Promise<void> => {
      const meanwhile = async (): Promise<void> => {
        const row = await rowNow();
        await ann.call(linkCalls.removeWebsites, { ids: [id] });
        websites.host('site.example', pages({ '/': page('Home', 'home', ['/a']), '/a': page('A', 'a') }));
        await then(row);
      };
      let done = Promise.resolve();
      websites.host('site.example', (path, _request, response) => {
        if (path === '/') return page('Home', 'home', ['/a']);
        if (path !== '/a') return null;
        done = meanwhile();
        void done.then(() => response.destroy());
        return 'taken';
      });
      await core.runJobs();
      // the cancelled attempt may have ended before
      await done;
      await core.runJobs();
    };
    const status = async () => (await ann.call(taskCalls.page, {})).list[0]!.status;
    await deleted(() => Promise.resolve());
    expect(await status()).toBe('CANCELED');
    await ann.call(trashCalls.restore, { kind: 'projectItems', id });
    await core.runJob(RESUME_JOB);
    await deleted(async (row) => {
      const { rev } = await core.platform.db
        .selectFrom('doc')
        .select('rev')
        .where('collection', '=', 'projectItems')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(await ann.refused('projectItems', { id, rev }, row)).toBe('');
    });
    expect(await titlesOf(id)).toEqual(['Home', 'A']);
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', error: '' });
    expect(await status()).toBe('SUCCEEDED');
  });

  it('are not read on when their project is deleted, or retention deletes them', async () => {
    const status = async () => (await ann.call(taskCalls.page, {})).list[0]!.status;
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(features));
    /** @param remove deletes the website during the request for its second page */
    const readUntil = async (remove: (id: string) => Promise<unknown>): Promise<void> => {
      const id = await add();
      let done = Promise.resolve();
      websites.host('site.example', (path, _request, response) => {
        if (path === '/') return page('Home', 'home', ['/a', '/b']);
        if (path !== '/a') return null;
        // without an answer: nothing is stored that would end the run
        done = remove(id).then(() => void response.destroy());
        return 'taken';
      });
      await core.runJobs();
      // the cancelled attempt may have ended before
      await done;
      await core.runJobs();
      expect(await status()).toBe('CANCELED');
      expect(asked()).not.toContain('site.example/b');
    };
    await readUntil((id) =>
      core.sync.store.write('c1', (tx) =>
        expiry.remove(
          tx,
          [{ collection: 'projectItems', id, creatorId: 'ann' }],
          { before: core.now() + WEEK },
          core.now(),
        ),
      ),
    );
    await readUntil(() => ann.call(projectCalls.remove, { id: projectId }));
  });

  it('are read again each week if a person asked for it', async () => {
    websites.host('site.example', pages({ '/': page('Home', 'home') }));
    const weekly = await read('http://site.example/', { recrawl: 'weekly' });
    const once = await read('http://site.example/once');
    websites.requests.length = 0;
    await core.runJob(REREAD_JOB);
    await core.runJobs();
    expect(asked()).toEqual([]);
    const { contentAt } = await item(weekly);
    for (const weeks of [1, 2]) {
      core.parts.pass(WEEK + 60_000);
      await core.runJob(REREAD_JOB);
      await core.runJobs();
      expect([asked().length, (await item(weekly)).contentAt > contentAt]).toEqual([weeks, true]);
    }
    expect(once).not.toBe(weekly);
  });

  it('notify the person who started them when they are read, and also when they cannot be read any more', async () => {
    const notices = async (id: string) =>
      (await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId: id } }))).map(
        ({ kind, params, link }) => [kind, params['title'], link],
      );
    websites.host('site.example', pages({ '/': page('Home', 'home') }));
    const id = await read('http://site.example/', { recrawl: 'weekly' });
    const link = `/project/${projectId}?tab=links&item=${id}`;
    expect(await notices(id)).toEqual([['websiteRead', 'Home', link]]);
    core.parts.pass(WEEK + 60_000);
    await core.runJob(REREAD_JOB);
    await core.runJobs();
    expect(await notices(id)).toHaveLength(1);
    websites.host('site.example', () => ({ status: 404 }));
    core.parts.pass(WEEK + 60_000);
    await core.runJob(REREAD_JOB);
    await core.runJobs();
    expect(await notices(id)).toContainEqual(['websiteFailed', 'Home', link]);
    expect(await item(id)).toMatchObject({ crawlStatus: 'failed', error: 'WEBSITE_URL_NOT_ACCESSIBLE', pages: 1 });
  });

  it('end at the organization’s limit of the service, with the pages that were read', async () => {
    websites.host('site.example', (path) => (path.includes('.') ? null : page(path, `text ${path}`, [`${path}x`])));
    core.parts.pass(24 * 60 * 60_000);
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: 2, personPerDay: null });
    const id = await read();
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: null, personPerDay: null });
    expect(await item(id)).toMatchObject({ crawlStatus: 'failed', error: 'USER_SERVICE_QUOTA_EXCEEDED', pages: 2 });
  });

  it('are the same website when they are added again', async () => {
    websites.host('site.example', pages({ '/': page('Home', 'home') }));
    const id = await add('http://site.example/?utm_campaign=x');
    expect(await add('http://site.example/')).toBe(id);
    await core.runJobs();
  });

  it('are deleted and restored with their pages', async () => {
    websites.host(
      'site.example',
      pages({ '/': page('Home', 'home', ['/a', '/b']), '/a': page('A', 'a'), '/b': page('B', 'b') }),
    );
    const id = await read();
    const [, a] = await pagesOf(id);
    await ann.call(linkCalls.removePages, { ids: [a!.id] });
    const stored = await core.services.storedBytes('c1');
    const { abilities: _abilities, rev: _rev, ...row } = await item(id);
    await ann.call(linkCalls.removeWebsites, { ids: [id] });
    expect(await ann.sees('projectItems', id)).toBeNull();
    expect(await core.services.storedBytes('c1')).toBe(stored - 'homeb'.length);
    const { rev } = await core.platform.db
      .selectFrom('doc')
      .select('rev')
      .where('collection', '=', 'projectItems')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await ann.refused('projectItems', { id, rev }, row)).toBe('');
    await core.runJobs();
    expect(await titlesOf(id)).toEqual(['Home', 'B']);
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled' });
  });

  it('expire with the organization’s retention, by the time at which they were read last', async () => {
    websites.host('site.example', pages({ '/': page('Home', 'home', ['/a']), '/a': page('A', 'a') }));
    const old = await read('http://site.example/old');
    const [weekly, once] = [
      await read('http://site.example/', { recrawl: 'weekly' }),
      await read('http://site.example/a'),
    ];
    core.parts.pass(WEEK + 60_000);
    const before = core.now() - WEEK / 2;
    await core.runJob(REREAD_JOB);
    await core.runJobs();
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(features));
    const found = (await expiry.find('c1', { before })).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([old, once]));
    expect(found).not.toContain(weekly);
    const [page1] = await pagesOf(once);
    await core.sync.store.write('c1', (tx) =>
      expiry.remove(tx, [{ collection: 'projectItems', id: once, creatorId: 'ann' }], { before }, core.now()),
    );
    expect([await ann.sees('projectItems', once), await ann.sees('itemTexts', page1!.id)]).toEqual([null, null]);
    expect(await titlesOf(weekly)).toEqual(['Home', 'A']);
  });

  it('are read at most at the depth and number of pages that their row has when they are read', async () => {
    const endless: Site = (path) => (path.includes('.') ? null : page(path, `text of ${path}`, [`${path}x`]));
    websites.host('site.example', endless);
    const id = await read('http://site.example/', { depth: 1 });
    expect(await titlesOf(id)).toEqual(['/', '/x']);
    await ann.push('projectItems', await item(id), { depth: 2 });
    await ann.call(linkCalls.restartWebsite, { id });
    await core.runJobs();
    expect(await titlesOf(id)).toEqual(['/', '/x', '/xx']);
  });
});
