/** A laptop with Satchel in its browser: a Chromium with a profile on disk that can be killed like a power loss. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { WITHOUT_FEATURES } from './browser-flags';
import { browserProcess } from './processes';

export interface DeviceOptions {
  /** a WAV that the microphone plays once, from its start */
  microphone?: string;
  /**
   * title of the tab that is chosen whenever a page wants to share one. The headless shell cannot capture tabs: there the
   * page gets sound of the browser's own making
   */
  sharedTab?: string;
  viewport?: { width: number; height: number };
  locale?: string;
  colorScheme?: 'light' | 'dark';
}

export interface ContextOptions extends Omit<DeviceOptions, 'microphone' | 'sharedTab'> {
  /** with a service worker, so that pages load without the server */
  offline?: boolean;
}

export interface Device {
  page: Page;
  context: BrowserContext;
  profile: string;
  /** Starts the browser on the same profile. */
  open(): Promise<Page>;
  close(): Promise<void>;
  /** SIGKILL to all processes of the browser at once: no unload, no flush. */
  kill(): Promise<void>;
  /** A signal to all processes of the browser at once: SIGSTOP and SIGCONT simulate a machine that sleeps and wakes. */
  signal(name: NodeJS.Signals): void;
  dispose(): Promise<void>;
}

const isHeadlessShell = (): boolean => /headless[-_]shell/.test(chromiumPath());

export const chromiumPath = (): string => process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** permissions are given without a dialog, and a page that wants to share a tab gets sound of the browser's own making */
const FAKE_DIALOGS = '--use-fake-ui-for-media-stream';

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  WITHOUT_FEATURES,
  FAKE_DIALOGS,
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

/** Opens an address in a browser without a debugger, on a profile that no other has open. `group`: of its processes. */
export function openUnobserved(profile: string, url: string): { group: number; close(): Promise<void> } {
  const browser = spawn(
    chromiumPath(),
    ['--headless', ...FLAGS, '--password-store=basic', '--use-mock-keychain', `--user-data-dir=${profile}`, url],
    { detached: true, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  return {
    group: browser.pid!,
    async close() {
      if (browser.exitCode === null) process.kill(-browser.pid!, 'SIGTERM');
      await ended;
    },
  };
}

/** A step that never completes fails with its name, before the test's time limit. */
const STEP_MS = 45_000;

const without = new WeakSet<BrowserContext>();
/** False for a context that was opened without service workers. */
export const hasServiceWorker = (context: BrowserContext): boolean => !without.has(context);

/**
 * A browser profile in memory, in a Chromium shared with other tests: it starts in a tenth of the time of a device. For
 * tests that neither kill nor reopen the browser. It has no service worker unless `offline` is true: installing one
 * fetches every file of the build.
 */
export async function openContext(browser: Browser, options: ContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    locale: options.locale ?? 'en-US',
    colorScheme: options.colorScheme ?? 'light',
    permissions: ['microphone'],
    serviceWorkers: options.offline ? 'allow' : 'block',
  });
  if (!options.offline) without.add(context);
  context.setDefaultTimeout(STEP_MS);
  return context;
}

/** A device whose browser is not open yet. */
export function createDevice(options: DeviceOptions = {}): Device {
  const profile = mkdtempSync(join(tmpdir(), 'satchel-device-'));
  const device: Device = {
    profile,
    page: undefined as unknown as Page,
    context: undefined as unknown as BrowserContext,
    async open() {
      const sharesTab = options.sharedTab !== undefined && !isHeadlessShell();
      device.context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(),
        headless: true,
        // the sound of a muted browser cannot be captured
        ignoreDefaultArgs: sharesTab ? ['--mute-audio'] : [],
        args: [
          ...(sharesTab ? FLAGS.filter((flag) => flag !== FAKE_DIALOGS) : FLAGS),
          ...(sharesTab ? [`--auto-select-tab-capture-source-by-title=${options.sharedTab}`] : []),
          ...(options.microphone ? [`--use-file-for-fake-audio-capture=${options.microphone}%noloop`] : []),
        ],
        viewport: options.viewport ?? { width: 1280, height: 800 },
        locale: options.locale ?? 'en-US',
        colorScheme: options.colorScheme ?? 'light',
        permissions: ['microphone'],
      });
      device.context.setDefaultTimeout(STEP_MS);
      device.page = device.context.pages()[0] ?? (await device.context.newPage());
      return device.page;
    },
    close: () => device.context.close(),
    // The browser leads a process group of its renderers and services.
    signal: (name) => {
      process.kill(-browserProcess(profile), name);
    },
    async kill() {
      const pid = browserProcess(profile);
      const gone = new Promise<void>((resolve) => device.context.once('close', () => resolve()));
      device.signal('SIGKILL');
      await gone;
      await expect
        .poll(() => {
          try {
            process.kill(pid, 0);
            return 'alive';
          } catch {
            return 'gone';
          }
        })
        .toBe('gone');
    },
    async dispose() {
      await device.context?.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return device;
}
