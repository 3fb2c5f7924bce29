/** A real Chromium with its own profile on disk: in memory, IndexedDB uses another implementation. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { WITHOUT_FEATURES } from '../../tests/support/browser-flags';

const FLAGS = [
  WITHOUT_FEATURES,
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
];

export interface BrowserOptions {
  /** the profile of an earlier browser that was closed */
  profile?: string;
  /** without screens: no service worker, and scripts of the bench run in pages with a strict policy */
  bare?: boolean;
}

export interface Browser {
  context: BrowserContext;
  page: Page;
  profile: string;
  version: string;
  close(): Promise<void>;
  /** Closes it and deletes its profile. */
  dispose(): Promise<void>;
}

export async function openBrowser({
  profile = mkdtempSync(join(tmpdir(), 'satchel-bench-profile-')),
  bare = false,
}: BrowserOptions = {}): Promise<Browser> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    permissions: ['microphone'],
    ...(bare ? { bypassCSP: true, serviceWorkers: 'block' as const } : {}),
  });
  context.setDefaultTimeout(120_000);
  // functions sent into a page reference tsx's helper that keeps names
  await context.addInitScript({ content: 'globalThis.__name ??= (each) => each;' });
  return {
    context,
    profile,
    page: context.pages()[0] ?? (await context.newPage()),
    version: context.browser()?.version() ?? '',
    close: () => context.close(),
    async dispose() {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
