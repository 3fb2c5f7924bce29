/** Reading websites again: after changes, failures, cancels and restores, and each week. */
import { beforeAll, expect, it } from 'vitest';
import { REREAD_JOB, RESUME_JOB } from '../../server/core/links/feature';
import { linkCalls } from '../../server/core/links/contract';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { features } from '../../server/features';
import { retentionRules } from '../../server/shared/feature';
import { projectCalls } from '../../server/core/projects/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { code, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { page, type Site, type Websites } from '../support/websites';
import { pages, websiteSuite } from '../support/website-suite';

const WEEK = 7 * 24 * 60 * 60_000;

describeOnDatabase('websites', (engine) => {
  const suite = websiteSuite(engine);
  const { item, pagesOf, titlesOf, textOf, add, read, asked } = suite;
  let core: Core;
  let websites: Websites;
  let ann: Person;
  beforeAll(() => {
    ({ core, websites, ann } = suite);
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
    await readUntil(() => ann.call(projectCalls.remove, { id: suite.projectId }));
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
    const link = `/project/${suite.projectId}?tab=links&item=${id}`;
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
