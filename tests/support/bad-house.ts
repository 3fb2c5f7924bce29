/** Satchel behind a proxy that has bad days, with two browsers of one person who owns an empty project. For end-to-end tests. */
import { expect, type Page } from '@playwright/test';
import { createBadProxy, type BadProxy } from './bad-proxy';
import { createDevice, type Device } from './device';
import { createSatchel, type Satchel } from './satchel';
import { createProject, emailOf, noteText, open, paragraphs, signIn, waitForEditor, waitUntilSent } from './steps';

/**
 * The worker's clock and patience, which a page of the test sets (`setWorker`): milliseconds that it goes ahead, and how much faster than
 * usual it gives up a request that is not answered, for which it waits half a minute.
 */
const PRELUDE =
  "{const now=Date.now.bind(Date),after=setTimeout;let ahead=0,haste=1;Date.now=()=>now()+ahead;" +
  "self.setTimeout=(work,ms,...rest)=>after(work,ms===30000?ms/haste:ms,...rest);new BroadcastChannel('worker-of-the-test').onmessage=({data})=>{ahead=data.ahead??ahead;haste=data.haste??haste};}\n";

export interface BadHouse {
  proxy: BadProxy;
  satchel: Satchel;
  /** where things are made */
  device: Device;
  /** another browser of the same person, which shows what the server has */
  reader: Device;
  url: string;
  projectId: string;
  close(): Promise<void>;
}

export async function createBadHouse(): Promise<BadHouse> {
  const proxy = await createBadProxy({ prelude: { path: /\/replica\.worker-[^/]*\.js$/, script: PRELUDE } });
  const { url } = proxy;
  const satchel = await createSatchel({ PUBLIC_ORIGIN: url });
  proxy.target = satchel.url;
  const [device, reader] = [createDevice(), createDevice()];
  const close = async (): Promise<void> => {
    await device.dispose();
    await reader.dispose();
    await satchel.dispose();
    await proxy.close();
  };
  try {
    await satchel.start();
    await Promise.all([device, reader].map(async (d) => signIn(await d.open(), url, emailOf('emma'))));
    const projectId = await createProject(device.page, url, 'Bad days');
    await waitUntilSent(device.page);
    return { proxy, satchel, device, reader, url, projectId, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sets clock and patience of the worker of this page's browser. */
export const setWorker = (page: Page, set: { ahead?: number; haste?: number }): Promise<void> =>
  page.evaluate((to) => { const channel = new BroadcastChannel('worker-of-the-test'); channel.postMessage(to); channel.close(); }, set);

/** The other browser shows these paragraphs: the server had them. */
export async function readerSees({ reader, url }: BadHouse, path: string, expected: string[]): Promise<void> {
  await open(reader.page, url, path);
  await waitForEditor(reader.page);
  await expect.poll(() => paragraphs(reader.page), { timeout: 45_000 }).toEqual(expected);
}

/** Types at the end of the open note. */
export async function typeOn(on: Page, words: string): Promise<void> {
  await noteText(on).locator('p').last().click();
  await on.keyboard.press('End');
  await on.keyboard.type(words);
}
