/** Faults of connection, session, disk and clock: each is reported clearly, and no work is lost. */
import type { Page } from '@playwright/test';
import { createFaultyServer, readerSees, setWorker, typeOn, type FaultyServer } from '../support/faulty-server';
import type { ProxyMode } from '../support/bad-proxy';
import { newCompany } from '../support/company';
import { expect, test } from '../support/e2e';
import {
  createProject,
  fillSignIn,
  follow,
  noteTitle,
  open,
  paragraphs,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitForShell,
  waitUntilKept,
  waitUntilSent,
  writeNote,
} from '../support/steps';

let faulty: FaultyServer;
let page: Page;
let url: string;
let projectId: string;

test.beforeAll(async ({ satchel, browser }) => {
  faulty = await createFaultyServer({ satchel, browser });
  ({ url, projectId, page } = faulty);
});
test.afterEach(() => {
  faulty.proxy.refused = null;
  faulty.proxy.become('ok');
});
test.afterAll(() => faulty?.close());

/** A text with a number, matching any number. */
const counted = (ns: string, key: string): RegExp =>
  new RegExp(
    text(ns, key, { count: 77 })
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('77', '\\d+')
      .replace(/([a-z])s\b/g, '$1s?'),
  );

for (const [mode, what] of [
  ['html', 'a page of a network’s own'],
  ['500', 'a failure'],
  ['cut', 'cut connections'],
  ['hang', 'nothing at all'],
] as [ProxyMode, string][]) {
  test(`the server answers with ${what}: the status reports it, editing continues, and changes are sent when the server is back`, async () => {
    const path = await writeNote(page, url, projectId, `Weather ${mode}`, ['Before.']);
    await waitUntilSent(page);
    if (mode === 'hang') await setWorker(page, { haste: 6 });
    faulty.proxy.become(mode);
    await typeOn(page, ` During ${mode}.`);
    await waitUntilKept(page);
    await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(unreachable|offline)Waiting$/);
    await expect(syncStatus(page).getByRole('link')).toHaveText(counted('shell', 'sync.unreachableWaiting'));
    await expect(page.getByText(text('shell', 'banner.unreachable'))).toBeVisible();
    await page.reload();
    await waitForEditor(page);
    await expect.poll(() => paragraphs(page)).toEqual([`Before. During ${mode}.`]);
    await typeOn(page, ' After a reload.');
    await waitUntilKept(page);

    faulty.proxy.become('ok');
    await waitUntilSent(page);
    await expect(page.getByText(text('shell', 'banner.unreachable'))).toHaveCount(0);
    await readerSees(faulty, path, [`Before. During ${mode}. After a reload.`]);
  });
}

test('on a slow connection the files of the app shell are fetched several at a time, each once, and some connections stay free for the page', async ({
  line,
  openPage,
}) => {
  line.late = 50;
  const visitor = await openPage({ offline: true });
  await visitor.goto(`${line.url}/auth/login`);
  await visitor.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // only the installation requests texts of other languages
  const texts = line.passages.filter(({ path }) => /^\/locales\/(ja|ko)\//.test(path));
  expect(new Set(texts.map(({ path }) => path)).size).toBe(texts.length);
  const together = texts.map(({ from }) => texts.filter((other) => other.from <= from && from < other.to).length);
  expect(together.filter((count) => count > 1).length).toBeGreaterThan(texts.length / 2);
  expect(Math.max(...together)).toBeLessThanOrEqual(4);
});

test('a newly created document opens by its address before this browser is notified of it, and is never reported as missing', async () => {
  const { reader, proxy } = faulty;
  await open(reader, url, '/my-base/project');
  proxy.refused = /\/sync\/stream/;
  proxy.become('ok');
  await waitUntilSent(reader);
  const path = await writeNote(page, url, projectId, 'Made a moment ago', ['Read this.']);
  await waitUntilSent(page);
  await reader.evaluate(() => {
    const headings = Object.assign(window, { headings: [] as string[] }).headings;
    new MutationObserver(() =>
      headings.push(...[...document.querySelectorAll('main h2')].map((h) => h.textContent ?? '')),
    ).observe(document.body, { childList: true, subtree: true });
  });
  expect(await follow(reader, path)).toBe(true);
  await waitForEditor(reader);
  // A poll in between may have pulled the note while it was still empty: then its text appears on the open screen.
  await expect.poll(() => paragraphs(reader)).toEqual(['Read this.']);
  expect(await reader.evaluate(() => (window as unknown as { headings: string[] }).headings)).not.toContain(
    text('note', 'missing.note'),
  );
});

test('a session that ends during syncing: a banner asks to sign in, typed text stays, and arrives afterwards', async () => {
  const path = await writeNote(page, url, projectId, 'Signed out meanwhile', ['Before the end of the session.']);
  await waitUntilSent(page);
  await page.context().clearCookies();
  await typeOn(page, ' After it.');
  await waitUntilKept(page);
  const banner = page.getByRole('alert').filter({ hasText: text('shell', 'banner.signedOut') });
  await expect(banner).toBeVisible();
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', 'signedOutWaiting');
  await typeOn(page, ' And still writing.');
  await waitUntilKept(page);

  await banner.getByRole('button', { name: text('shell', 'signIn') }).click();
  await page.waitForURL(/\/auth\/login/);
  await fillSignIn(page, faulty.company.owner.email);
  await page.waitForURL((at) => at.pathname === path);
  await waitForShell(page);
  await waitForEditor(page);
  await expect.poll(() => paragraphs(page)).toEqual(['Before the end of the session. After it. And still writing.']);
  await readerSees(faulty, path, ['Before the end of the session. After it. And still writing.']);
});

test('a device that is signed out from another one erases its copy and states the reason', async ({
  satchel,
  openPage,
}) => {
  const inKorean = (ns: string, key: string): string => text(ns, key, {}, 'ko');
  const { owner } = await newCompany(satchel, { owner: '김지훈', language: 'ko' });
  const [lost, keeper] = await Promise.all([openPage(), openPage()]);
  await Promise.all([lost, keeper].map((each) => signIn(each, satchel.url, owner.email)));
  await open(keeper, satchel.url, '/settings?section=devices');
  // sessions outside a browser have no device name
  const others = keeper
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Chrome' })
    .filter({ hasNotText: inKorean('settings', 'devices.current') });
  await others
    .getByRole('button', { name: inKorean('settings', 'devices.signOut') })
    .first()
    .click();
  await keeper
    .getByRole('alertdialog')
    .getByRole('button', { name: inKorean('settings', 'devices.signOut') })
    .click();
  await lost.waitForURL(/\/auth\/login/);
  await expect(lost.getByText(inKorean('auth', 'reason.revoked'))).toBeVisible();
  const held = (): Promise<string[]> =>
    lost.evaluate(async () =>
      (await indexedDB.databases())
        .map((d) => d.name ?? '')
        .filter((name) => /satchel-(device|keys|sealed)-|rxdb-dexie/.test(name)),
    );
  await expect.poll(held).toEqual([]);
});

test('a full disk is reported while typing, typed text stays in the window, and is saved as soon as there is space', async ({
  satchel,
  newDevice,
}) => {
  const device = newDevice();
  await signIn(await device.open(), satchel.url, faulty.company.owner.email);
  const own = await createProject(device.page, satchel.url, 'Little space');
  const path = await writeNote(device.page, satchel.url, own, 'A full disk', ['While there was space.']);
  await waitUntilSent(device.page);
  // A browser caches the free space it has found for half a minute: a new one checks again.
  await device.close();
  const page = await device.open();
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: satchel.url, quotaSize: 1 });
  await open(page, satchel.url, path);
  await waitForEditor(page);
  const state = page.locator('[data-save-state="failed"]');
  await expect(async () => {
    await typeOn(page, ' More.');
    await expect(state).toContainText(text('errors', 'DEVICE_STORAGE_FULL'), { timeout: 1_000 });
  }).toPass();
  const typed = await paragraphs(page);
  await expect(page.getByRole('alert').filter({ hasText: text('shell', 'banner.storageFull') })).toBeVisible();
  expect(await paragraphs(page)).toEqual(typed);

  await cdp.send('Storage.overrideQuotaForOrigin', { origin: satchel.url });
  await waitUntilKept(page);
  // The event of a window that becomes visible again after space was freed; without it the next attempt is within half
  // a minute.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await waitUntilSent(page);
  await readerSees(faulty, path, typed);
});

test('two tabs show the same during typing, and one continues syncing when the other closes', async () => {
  const path = await writeNote(page, url, projectId, 'Two tabs', ['One.']);
  await waitUntilSent(page);
  const second = await page.context().newPage();
  await open(second, url, path);
  await waitForEditor(second);
  await expect.poll(() => paragraphs(second)).toEqual(['One.']);
  await typeOn(second, ' From the second tab.');
  await expect.poll(() => paragraphs(page)).toEqual(['One. From the second tab.']);
  await typeOn(page, ' From the first.');
  await expect.poll(() => paragraphs(second)).toEqual(['One. From the second tab. From the first.']);
  await waitUntilKept(page);

  // The first tab leads until it closes.
  await page.close();
  page = second;
  await typeOn(page, ' Alone.');
  await waitUntilKept(page);
  await waitUntilSent(page);
  await readerSees(faulty, path, ['One. From the second tab. From the first. Alone.']);
});

test('a clock that jumps by days in both directions keeps no edit from the server', async () => {
  const day = 86_400_000;
  const path = await writeNote(page, url, projectId, 'Clocks', ['Today.']);
  await waitUntilSent(page);
  let expected = 'Today.';
  for (const days of [5, -9, 0]) {
    await setWorker(page, { ahead: days * day });
    await typeOn(page, ` Now ${days} days away.`);
    expected += ` Now ${days} days away.`;
    await noteTitle(page).fill(`Clocks ${days}`);
    await waitUntilKept(page);
    await readerSees(faulty, path, [expected]);
    await expect(noteTitle(faulty.reader)).toHaveValue(`Clocks ${days}`);
  }
  await waitUntilSent(page);
});

test('a language that was not chosen before works without the server, also after a reload', async () => {
  const choose = async (from: string, name: string): Promise<void> => {
    const menu = text('shell', 'userMenuOf', { name: '' }, from).trim();
    await page
      .locator('.frame-sidebar')
      .getByRole('button', { name: new RegExp(`^${menu}|${menu}$`) })
      .click();
    await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).click();
  };
  await open(page, url, '/search');
  await waitUntilSent(page);
  faulty.proxy.become('cut');
  const projects = page
    .locator('.frame-sidebar')
    .getByRole('link', { name: text('shell', 'navigation.projects', {}, 'ja') });
  await choose('en', '日本語');
  await expect(projects).toBeVisible();
  await page.reload();
  await expect(projects).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await choose('ja', 'English');
});
