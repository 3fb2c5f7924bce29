/** A page of Satchel's origin in which the built replica worker runs without screens. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { SatchelBench } from '../page/satchel';
import { openBrowser, type Browser, type BrowserOptions } from './browser';
import { bundle } from './bundle';
import { EMAILS, PASSWORD } from './person';
import { root } from './satchel';

export interface SatchelPage extends Browser {
  /** Calls a function in the page: `ask('newest', projectIds, 50)`. */
  ask<K extends keyof SatchelBench>(
    name: K,
    ...input: Parameters<SatchelBench[K]>
  ): Promise<Awaited<ReturnType<SatchelBench[K]>>>;
  worker: string;
}

export const replicaWorker = (): string => {
  const name = readdirSync(join(root, 'build', 'client', 'assets')).find((file) =>
    /^replica\.worker-.*\.js$/.test(file),
  );
  if (!name) throw new Error('there is no build');
  return `/assets/${name}`;
};

/** Calls a function of the object that the bundled script put on the window. */
export const askPage = <T>(page: Page, object: string, name: string, input: unknown[]): Promise<T> =>
  page.evaluate(
    ([o, n, i]) =>
      (globalThis as unknown as Record<string, Record<string, (...a: unknown[]) => unknown>>)[o as string]![
        n as string
      ]!(...(i as unknown[])),
    [object, name, input],
  ) as Promise<T>;

/** Opens a signed-in browser; the worker is not started yet. */
export async function openSatchelPage(
  url: string,
  options: BrowserOptions = {},
  email = EMAILS[0]!,
): Promise<SatchelPage> {
  const browser = await openBrowser({ ...options, bare: true });
  await browser.page.goto(`${url}/healthz`);
  await browser.page.evaluate(await bundle('page/satchel.ts'));
  const ask: SatchelPage['ask'] = (name, ...input) => askPage(browser.page, 'satchel', name, input);
  await ask('signIn', email, PASSWORD);
  return { ...browser, ask, worker: replicaWorker() };
}
