/** Websites and single pages of projects: adding, reading, restarting, deleting. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkCalls } from '../../server/core/links/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { projectCalls } from '../../server/core/projects/contract';
import { newId } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openWebsites, page, type Websites } from '../support/websites';

describeOnDatabase('links', (engine) => {
  let core: Core;
  let websites: Websites;
  let ann: Person;
  let ben: Person;
  let projectId: string;
  beforeAll(async () => {
    websites = await openWebsites();
    core = await openCore(engine, { ports: { web: websites.web, parsing: websites.parser } });
    websites.pass = core.parts.pass;
    [ann, ben] = core.people('ann', 'ben');
  });
  beforeEach(async () => {
    websites.requests.length = 0;
    websites.waited.length = 0;
    // robots.txt is asked for again
    core.parts.pass(2 * 60 * 60_000);
    projectId = (await ann.call(projectCalls.create, { title: `Links ${core.now()}` })).id;
  });
  afterAll(async () => {
    await core.close();
    await websites.close();
  });

  const item = async (id: string) => (await ann.sees('projectItems', id))!;
  const single = async (url: string) => (await ann.call(linkCalls.addPage, { projectId, url })).id;

  it('keep a readable snapshot of a single page, with its time', async () => {
    websites.host('site.example', (path) => (path === '/a' ? page('Title', 'Words of the page') : null));
    const added = await ann.call(linkCalls.addPage, { projectId, url: ' HTTP://Site.example:80/a#part ' });
    expect(added).toMatchObject({
      itemType: 'singleUrl',
      url: 'http://site.example/a',
      crawlStatus: 'waiting',
      addedBy: 'ann',
    });
    await core.runJobs();
    const read = await item(added.id);
    expect(read).toMatchObject({
      crawlStatus: 'crawled',
      parseStatus: 'parsed',
      title: 'Title',
      error: '',
      size: 17,
      mimeType: 'text/html',
      language: 'en',
    });
    expect(read.contentAt).toBeGreaterThan(added.createdAt);
    expect(await ann.sees('itemTexts', added.id)).toMatchObject({
      projectId,
      title: 'Title',
      fetchedAt: read.contentAt,
      parts: [{ text: 'Words of the page' }],
    });
    expect(websites.requests).toEqual(['site.example/robots.txt', 'site.example/a']);
    expect(await ben.sees('itemTexts', added.id)).toBeNull();
  });

  it.each([
    ['', 'PARAMETER_REQUIRED'],
    ['   ', 'PARAMETER_REQUIRED'],
    ['not an address', 'WEBSITE_URL_INVALID'],
    ['ftp://site.example/', 'WEBSITE_URL_INVALID'],
    ['https://ann@site.example/', 'WEBSITE_URL_INVALID'],
    ['http://10.0.0.1/', 'WEBSITE_URL_NOT_PUBLIC'],
    ['http://[::1]/', 'WEBSITE_URL_NOT_PUBLIC'],
    ['http://2130706433/', 'WEBSITE_URL_NOT_PUBLIC'],
    ['http://site.example:8080/', 'WEBSITE_PORT_NOT_ALLOWED'],
  ])('refuse the address %j', async (url, expected) => {
    for (const call of [linkCalls.addPage, linkCalls.addWebsite])
      expect(await ann.refusal(call, { projectId, url })).toMatchObject({ code: expected });
  });

  it('has a single page once in a project', async () => {
    websites.host('site.example', () => page('Once', 'text'));
    await single('http://site.example/a?id=1&utm_source=mail');
    expect(await code(ann.refusal(linkCalls.addPage, { projectId, url: 'http://site.example/a?id=1#x' }))).toBe(
      'SINGLE_URL_DUPLICATED',
    );
  });

  it.each(['addPage', 'addWebsite'] as const)(
    'say that they could not be read where every attempt fails, and are read when asked again (%s)',
    async (add) => {
      websites.host('site.example', (path) => (path === '/a' ? page('Title', 'text') : null));
      const { parsePage } = websites.parser;
      websites.parser.parsePage = () => Promise.reject(new Error('the process died'));
      const { id } = await ann.call(linkCalls[add], { projectId, url: 'http://site.example/a' });
      await core.runJobs();
      expect(await item(id)).toMatchObject({ crawlStatus: 'failed', error: 'CRAWL_FAILED' });
      websites.parser.parsePage = parsePage;
      await ann.call(add === 'addPage' ? linkCalls.restartSinglePage : linkCalls.restartWebsite, { id });
      await core.runJobs();
      expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', error: '' });
    },
  );

  const pushed = (fields: object) => ({
    id: newId(),
    space: `project:${projectId}`,
    projectId,
    itemType: 'singleUrl',
    title: 'http://site.example/pushed',
    addedBy: 'ann',
    createdAt: core.now(),
    ...BLANK_ITEM,
    url: 'http://site.example/pushed',
    crawlStatus: 'waiting',
    ...fields,
  });
  const share = (userIds: string[], shareRange = 'customize') =>
    ann.call(projectCalls.setShare, { projectId, shareRange: shareRange as 'customize', userIds, departmentIds: [] });

  it('are read when a device pushes them', async () => {
    websites.host('site.example', (path) => (path.startsWith('/pushed') ? page('Pushed', 'text') : null));
    const row = pushed({ title: '' });
    expect(await ann.refused('projectItems', null, row)).toBe('');
    expect(await item(row.id)).toMatchObject({ crawlStatus: 'waiting' });
    await core.runJobs();
    expect(await item(row.id)).toMatchObject({ crawlStatus: 'crawled', title: 'Pushed' });
    // a second device that was offline: both rows stay, and the second one says why it is not read
    const twin = pushed({ url: 'http://site.example/pushed?fbclid=1' });
    expect(await ann.refused('projectItems', null, twin)).toBe('');
    await core.runJobs();
    expect(await item(twin.id)).toMatchObject({ crawlStatus: 'failed', error: 'SINGLE_URL_DUPLICATED' });
    expect(await item(row.id)).toMatchObject({ crawlStatus: 'crawled' });
    // until the other one is gone
    expect(await code(ann.refusal(linkCalls.restartSinglePage, { id: twin.id }))).toBe('SINGLE_URL_DUPLICATED');
    await ann.call(linkCalls.removeSinglePages, { ids: [row.id] });
    await ann.call(linkCalls.restartSinglePage, { id: twin.id });
    await core.runJobs();
    expect(await item(twin.id)).toMatchObject({ crawlStatus: 'crawled', error: '' });
  });

  it.each<[string, object, string]>([
    ['without an address', { url: '' }, 'PARAMETER_REQUIRED'],
    ['with an address that is none', { url: 'javascript:alert(1)' }, 'WEBSITE_URL_INVALID'],
    [
      'with an address that is not in its normal form',
      { url: 'HTTP://Site.example:80/pushed#x' },
      'WEBSITE_URL_INVALID',
    ],
    ['with an address that is not public', { url: 'http://127.0.0.1/' }, 'WEBSITE_URL_NOT_PUBLIC'],
    ['on a port that is never read', { url: 'http://site.example:22/' }, 'WEBSITE_PORT_NOT_ALLOWED'],
    ['that is read already', { crawlStatus: 'crawled' }, 'NO_PERMISSION'],
    ['of another person', { addedBy: 'ben' }, 'NO_PERMISSION'],
    ['that is a page of a website', { itemType: 'websiteUrl', parentId: 'w' }, 'NO_PERMISSION'],
    ['with a text', { size: 5, contentAt: 1 }, 'NO_PERMISSION'],
    ['of no pages', { itemType: 'website', pageLimit: 0 }, 'PARAM_ERROR'],
  ])('are refused in a push %s', async (_what, fields, expected) => {
    expect(await ann.refused('projectItems', null, pushed(fields))).toBe(expected);
    expect(core.waitingJobs().filter(({ name }) => name.startsWith('run'))).toEqual([]);
  });

  it('are changed and restarted by contributors, and by no viewer', async () => {
    websites.host('site.example', (path) => (path === '/' ? page('Home', 'text') : null));
    const website = await ann.call(linkCalls.addWebsite, { projectId, url: 'http://site.example/' });
    const one = await single('http://site.example/');
    await core.runJobs();
    const row = await item(website.id);
    expect(await ann.refused('projectItems', row, { depth: 5, pageLimit: 50, recrawl: 'weekly' })).toBe('');
    expect(await ann.refused('projectItems', await item(website.id), { url: 'http://other.example/' })).toBe(
      'NO_PERMISSION',
    );
    await share(['ben']);
    expect(await ben.refused('projectItems', await item(website.id), { depth: 1 })).toBe('NO_PERMISSION');
    expect(await ben.refused('projectItems', null, pushed({ addedBy: 'ben' }))).toBe('NO_PERMISSION');
    for (const [call, id] of [
      [linkCalls.restartWebsite, website.id],
      [linkCalls.restartSinglePage, one],
      [linkCalls.cancel, one],
    ] as const)
      expect(await code(ben.refusal(call, { id }))).toBe('NO_PERMISSION');
    expect(await code(ben.refusal(linkCalls.removeWebsites, { ids: [website.id] }))).toBe('NO_PERMISSION');
    expect(await code(ben.refusal(linkCalls.addPage, { projectId, url: 'http://site.example/b' }))).toBe(
      'NO_PERMISSION',
    );
    expect((await ben.call(linkCalls.searchPages, { websiteId: website.id })).total).toBe(1);
    expect((await ben.sees('itemTexts', one))!.parts).toHaveLength(1);
  });

  it('are found by the calls of their own type only', async () => {
    websites.host('site.example', (path) => (path === '/' ? page('Home', 'text') : null));
    const website = await ann.call(linkCalls.addWebsite, { projectId, url: 'http://site.example/' });
    const one = await single('http://site.example/');
    await core.runJobs();
    expect((await ann.call(linkCalls.searchWebsites, { projectId })).list.map(({ id }) => id)).toEqual([website.id]);
    expect((await ann.call(linkCalls.searchSinglePages, { projectId })).list.map(({ id }) => id)).toEqual([one]);
    expect(await code(ann.refusal(linkCalls.restartWebsite, { id: one }))).toBe('WEBSITE_NOT_FOUND');
    expect(await code(ann.refusal(linkCalls.restartPage, { id: website.id }))).toBe('WEBSITE_NOT_FOUND');
    expect(await code(ann.refusal(linkCalls.restartSinglePage, { id: website.id }))).toBe('SINGLE_URL_NOT_FOUND');
    expect(await code(ann.refusal(linkCalls.removeSinglePages, { ids: [website.id] }))).toBe('SINGLE_URL_NOT_FOUND');
    expect(await code(ann.refusal(linkCalls.searchPages, { websiteId: one }))).toBe('WEBSITE_NOT_FOUND');
  });

  it('keep a title that a person gave', async () => {
    let title = 'First';
    websites.host('site.example', () => page(title, `text of ${title}`));
    const id = await single('http://site.example/');
    await core.runJobs();
    title = 'Second';
    await ann.call(linkCalls.restartSinglePage, { id });
    await core.runJobs();
    expect((await item(id)).title).toBe('Second');
    await ann.push('projectItems', await item(id), { title: 'My title' });
    title = 'Third';
    await ann.call(linkCalls.restartSinglePage, { id });
    await core.runJobs();
    expect((await item(id)).title).toBe('My title');
    expect(await ann.sees('itemTexts', id)).toMatchObject({ title: 'Third', parts: [{ text: 'text of Third' }] });
  });

  it('follow redirects of a single page, also to another site, whose robots are asked', async () => {
    websites.host('site.example', (path) =>
      path === '/a' ? { status: 302, headers: { location: 'http://other.example/b' } } : null,
    );
    websites.host('other.example', (path) => (path === '/b' ? page('There', 'text') : null));
    const id = await single('http://site.example/a');
    await core.runJobs();
    expect(await item(id)).toMatchObject({ crawlStatus: 'crawled', title: 'There', url: 'http://site.example/a' });
    expect(websites.requests.filter((request) => request.startsWith('other'))).toEqual([
      'other.example/robots.txt',
      'other.example/b',
    ]);
  });

  it('are tried again while their server fails, and fail with the last snapshot', async () => {
    let status = 200;
    websites.host('site.example', (path) =>
      path === '/robots.txt' ? null : status === 200 ? page('Title', 'text') : { status },
    );
    const id = await single('http://site.example/');
    await core.runJobs();
    const asked = () => websites.requests.filter((request) => request === 'site.example/').length;
    const failing = async (answer: number) => {
      status = answer;
      websites.requests.length = 0;
      await ann.call(linkCalls.restartSinglePage, { id });
      expect(await code(ann.refusal(linkCalls.restartSinglePage, { id }))).toBe('CRAWL_ALREADY_RUNNING');
      await core.runJobs();
      expect(await item(id)).toMatchObject({ crawlStatus: 'failed', title: 'Title', parseStatus: 'parsed' });
      expect((await ann.sees('itemTexts', id))!.parts).toHaveLength(1);
      return [asked(), (await item(id)).error];
    };
    expect(await failing(500)).toEqual([4, 'WEBSITE_URL_NOT_ACCESSIBLE']);
    expect(await failing(429)).toEqual([4, 'WEBSITE_URL_NOT_ACCESSIBLE']);
    expect(await failing(404)).toEqual([1, 'WEBSITE_URL_NOT_ACCESSIBLE']);
    expect(await failing(403)).toEqual([1, 'WEBSITE_URL_NOT_ACCESSIBLE']);
  });

  it('end when they are deleted while they wait', async () => {
    websites.host('site.example', () => page('Title', 'text'));
    const id = await single('http://site.example/');
    await ann.call(linkCalls.removeSinglePages, { ids: [id] });
    await core.runJobs();
    expect(websites.requests).toEqual([]);
  });

  it('belong to the service’s use of their person', async () => {
    websites.host('site.example', () => page('Title', 'text'));
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: 0, personPerDay: null });
    const id = await single('http://site.example/');
    await core.runJobs();
    await core.services.usage.setLimit('c1', 'file.parse', { perDay: null, personPerDay: null });
    expect(await item(id)).toMatchObject({
      crawlStatus: 'failed',
      error: 'USER_SERVICE_QUOTA_EXCEEDED',
      parseStatus: 'notParsed',
    });
  });
});
