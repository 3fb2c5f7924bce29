/** Links to hosts of a private network: those that the operator names are read, and nothing leads to them otherwise. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkCalls } from '../../server/core/links/contract';
import { pageReaderOf, readPage } from '../../server/core/links/read-page';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { projectCalls } from '../../server/core/projects/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { openWebsites, page, type Websites } from '../support/websites';

const HOSTS = ['intranet.example:8090', '10.0.0.5'];
const WIKI = 'http://intranet.example:8090/';

describe('websites of a private network', () => {
  let core: Core;
  let websites: Websites;
  let ann: Person;
  let projectId: string;
  beforeAll(async () => {
    websites = await openWebsites({ privateHosts: HOSTS });
    core = await openCore('pglite', {
      env: { LINK_PRIVATE_HOSTS: HOSTS.join() },
      ports: { web: websites.web, parsing: websites.parser },
    });
    websites.pass = core.parts.pass;
    ann = core.person('ann');
    websites.host('intranet.example:8090', (path) =>
      path === '/' ? page('Wiki', 'Of the intranet', ['/rules']) : path === '/rules' ? page('Rules', 'Knock') : null,
    );
    websites.host('10.0.0.5', (path) => (path === '/' ? page('Router', 'Admin') : null));
  });
  beforeEach(async () => {
    core.parts.pass(2 * 60 * 60_000);
    projectId = (await ann.call(projectCalls.create, { title: `Intranet ${core.now()}` })).id;
    websites.requests.length = 0;
  });
  afterAll(async () => {
    await core.close();
    await websites.close();
  });

  const read = async (id: string) => {
    await core.runJobs();
    return (await ann.sees('projectItems', id))!;
  };
  const single = async (url: string) => read((await ann.call(linkCalls.addPage, { projectId, url })).id);

  it('are read with their pages when the operator names their host and port', async () => {
    const { id } = await ann.call(linkCalls.addWebsite, { projectId, url: WIKI });
    expect(await read(id)).toMatchObject({ crawlStatus: 'crawled', title: 'Wiki', pages: 2 });
    const { list } = await ann.call(linkCalls.searchPages, { websiteId: id });
    expect(list.map(({ title }) => title)).toEqual(['Wiki', 'Rules']);
    expect(await single('http://10.0.0.5/')).toMatchObject({ crawlStatus: 'crawled', title: 'Router' });
  });

  it('are taken from a device, too, and others are refused', async () => {
    const push = (url: string): Promise<string> => {
      const id = newId(core.now());
      return ann.refused('projectItems', null, {
        ...BLANK_ITEM,
        id,
        space: spaceOf('project', projectId),
        projectId,
        itemType: 'singleUrl',
        title: '',
        url,
        crawlStatus: 'waiting',
        addedBy: ann.actor.userId,
        createdAt: core.now(),
      });
    };
    expect(await push(WIKI)).toBe('');
    await core.runJobs();
    expect(websites.requests).toContain('intranet.example:8090/');
    expect(await push('http://10.0.0.6/')).toBe('WEBSITE_URL_NOT_PUBLIC');
    expect(await push('http://intranet.example:8091/')).toBe('WEBSITE_PORT_NOT_ALLOWED');
  });

  it.each([
    ['http://intranet.example/', 'WEBSITE_URL_NOT_PUBLIC'],
    ['http://10.0.0.6/', 'WEBSITE_URL_NOT_PUBLIC'],
    ['http://127.0.0.1/', 'WEBSITE_URL_NOT_PUBLIC'],
  ])('are refused at other hosts and ports: %s', async (url, refused) => {
    // a name is known to be private only once it is resolved
    if (/[a-z]/.test(new URL(url).host))
      expect(await single(url)).toMatchObject({ crawlStatus: 'failed', error: refused });
    else expect(await code(ann.refusal(linkCalls.addPage, { projectId, url }))).toBe(refused);
    expect(websites.requests).toEqual([]);
  });

  it.each([WIKI, 'http://10.0.0.5/'])('are not reached by a redirect of a public site to %s', async (location) => {
    websites.host('evil.example', (path) => (path === '/robots.txt' ? null : { status: 302, headers: { location } }));
    expect(await single('http://evil.example/')).toMatchObject({
      crawlStatus: 'failed',
      error: 'WEBSITE_URL_NOT_ACCESSIBLE',
    });
    websites.host('evil.example', () => ({ status: 302, headers: { location } }));
    expect(await single('http://evil.example/a')).toMatchObject({ crawlStatus: 'failed' });
    expect(websites.requests.filter((request) => !request.startsWith('evil'))).toEqual([]);
  });

  it('are not read for a question or a research, whose pages a search or a model names', async () => {
    const reader = pageReaderOf(core.services, ann.actor.companyId);
    const { signal } = new AbortController();
    for (const url of [WIKI, 'http://10.0.0.5/'])
      expect(await readPage(reader, { url, title: '' }, signal)).toMatchObject({ error: expect.any(String) });
    expect(websites.requests).toEqual([]);
  });
});
