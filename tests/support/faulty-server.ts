/** A company behind a faulty proxy, with two browsers of its owner and an empty project. For end-to-end tests. */
import { expect, type Browser, type Page } from '@playwright/test';
import type { BadProxy } from './bad-proxy';
import { newCompany, type Company } from './company';
import { openLine, openShared } from './e2e';
import type { Satchel } from './satchel';
import { createProject, noteText, open, paragraphs, signIn, waitForEditor, waitUntilSent } from './steps';

/**
 * The worker's clock and time limits, set by a page of the test (`setWorker`): milliseconds ahead, and how much faster
 * than usual an unanswered request times out (by default after half a minute).
 */
const PRELUDE =
  '{const now=Date.now.bind(Date),after=setTimeout;let ahead=0,haste=1;Date.now=()=>now()+ahead;' +
  "self.setTimeout=(work,ms,...rest)=>after(work,ms===30000?ms/haste:ms,...rest);new BroadcastChannel('worker-of-the-test').onmessage=({data})=>{ahead=data.ahead??ahead;haste=data.haste??haste};}\n";

export interface FaultyServer {
  proxy: BadProxy;
  company: Company;
  /** the device of the test's changes; it loads without the server */
  page: Page;
  /** another browser of the same person, which shows the server's state */
  reader: Page;
  url: string;
  projectId: string;
  close(): Promise<void>;
}

export async function createFaultyServer({
  satchel,
  browser,
}: {
  satchel: Satchel;
  browser: Browser;
}): Promise<FaultyServer> {
  const proxy = await openLine(satchel, { prelude: { path: /\/replica\.worker-[^/]*\.js$/, script: PRELUDE } });
  const { url } = proxy;
  const [company, page, reader] = await Promise.all([
    newCompany(satchel),
    openShared(browser, { offline: true }),
    openShared(browser),
  ]);
  const close = async (): Promise<void> => {
    await Promise.all([page, reader].map((each) => each.context().close()));
    await proxy.close();
  };
  try {
    await Promise.all([page, reader].map((each) => signIn(each, url, company.owner.email)));
    const projectId = await createProject(page, url, 'Bad days');
    await waitUntilSent(page);
    return { proxy, company, page, reader, url, projectId, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sets clock and time limits of the worker of this page's browser. */
export const setWorker = (page: Page, set: { ahead?: number; haste?: number }): Promise<void> =>
  page.evaluate((to) => {
    const channel = new BroadcastChannel('worker-of-the-test');
    channel.postMessage(to);
    channel.close();
  }, set);

/** Waits until the other browser shows these paragraphs, so the server has them. */
export async function readerSees(
  { reader, url }: Pick<FaultyServer, 'reader' | 'url'>,
  path: string,
  expected: string[],
): Promise<void> {
  await open(reader, url, path);
  await waitForEditor(reader);
  await expect.poll(() => paragraphs(reader)).toEqual(expected);
}

/** Types at the end of the open note. */
export async function typeOn(on: Page, words: string): Promise<void> {
  await noteText(on).locator('p').last().click();
  await on.keyboard.press('End');
  await on.keyboard.type(words);
}
