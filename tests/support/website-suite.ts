/** Websites that are added to projects and read: for the tests of reading websites. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { linkCalls } from '../../server/core/links/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { openCore, type Core, type Person } from './core';
import { openWebsites, type Site, type Websites } from './websites';
import type { Engine } from './database';

/** A site of pages by path. */
export const pages =
  (all: Record<string, string>): Site =>
  (path) =>
    all[path] ?? null;

/** A project for each test, to which ann adds websites. Must be called in a `describe`: it registers hooks. */
export function websiteSuite(engine: Engine) {
  let core: Core;
  let websites: Websites;
  let ann: Person;
  let projectId: string;

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

  const suite = {
    get core() {
      return core;
    },
    get websites() {
      return websites;
    },
    get ann() {
      return ann;
    },
    /** the project of the running test */
    get projectId() {
      return projectId;
    },
    item,
    pagesOf,
    titlesOf,
    textOf,
    add,
    read,
    asked,
  };
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
  return suite;
}
