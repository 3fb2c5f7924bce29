/** Wrong input and bad days, through the doors that people use: each has a clear text, and nothing that was made is lost. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { createBadProxy, type BadProxy, type Weather } from '../support/bad-proxy';
import { createDevice, type Device } from '../support/device';
import { createSatchel, type Satchel } from '../support/satchel';
import {
  createProject, emailOf, fillSignIn, noteText, noteTitle, open, paragraphs, signIn, syncStatus, text, waitForEditor, waitForShell, waitUntilKept, waitUntilSent, writeNote,
} from '../support/steps';

const SPOKEN = fileURLToPath(new URL('../fixtures/spoken.wav', import.meta.url));
const FAMILY = '👩‍👩‍👧‍👦';
/** Titles of so many graphemes, in characters of one and of many code units. */
const graphemes = (count: number): string => '漢'.repeat(Math.ceil(count / 2)) + FAMILY.repeat(Math.floor(count / 2));

/** A clock of the worker that a page of the test sets: milliseconds that it goes ahead. */
const CLOCK = "{const now=Date.now.bind(Date);let ahead=0;Date.now=()=>now()+ahead;new BroadcastChannel('clock-of-the-test').onmessage=(e)=>{ahead=e.data};}\n";

let proxy: BadProxy;
let satchel: Satchel;
/** where things are made */
let device: Device;
/** another browser of the same person, which shows what the server has */
let reader: Device;
let page: Page;
let url: string;
let projectId: string;

test.beforeAll(async () => {
  proxy = await createBadProxy({ prelude: { path: /\/replica\.worker-[^/]*\.js$/, script: CLOCK } });
  url = proxy.url;
  satchel = await createSatchel({ PUBLIC_ORIGIN: url });
  proxy.target = satchel.url;
  await satchel.start();
  device = createDevice();
  reader = createDevice();
  await device.open();
  page = device.page;
  await signIn(page, url, emailOf('emma'));
  await signIn(await reader.open(), url, emailOf('emma'));
  projectId = await createProject(page, url, 'Bad days');
  await waitUntilSent(page);
});
test.afterEach(() => proxy.become('ok'));
test.afterAll(async () => {
  await device?.dispose();
  await reader?.dispose();
  await satchel?.dispose();
  await proxy?.close();
});

/** A text with a number in it, whatever the number. */
const counted = (ns: string, key: string): RegExp =>
  new RegExp(text(ns, key, { count: 77 }).replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace('77', '\\d+').replace(/([a-z])s\b/g, '$1s?'));

/** Types at the end of the open note. */
async function typeOn(on: Page, words: string): Promise<void> {
  await noteText(on).locator('p').last().click();
  await on.keyboard.press('End');
  await on.keyboard.type(words);
}

/** The other browser shows these paragraphs: the server had them. */
async function readerSees(path: string, expected: string[]): Promise<void> {
  await open(reader.page, url, path);
  await waitForEditor(reader.page);
  await expect.poll(() => paragraphs(reader.page), { timeout: 45_000 }).toEqual(expected);
}

test('a project’s title of 1 and of 121 characters is refused with a reason and kept in the form; 120 are taken', async () => {
  await open(page, url, '/my-base/project?new=1');
  const form = page.getByRole('dialog');
  const field = form.getByLabel(text('project', 'form.title'));
  const submit = form.getByRole('button', { name: text('project', 'create.submit') });
  for (const title of [FAMILY, '漢', graphemes(121)]) {
    await field.fill(title);
    await form.getByLabel(text('project', 'form.description')).fill('Kept while the title is wrong');
    await submit.click();
    await expect(form.getByText(text('project', 'form.titleLength'))).toBeVisible();
    await expect(field).toHaveValue(title);
    await expect(form.getByLabel(text('project', 'form.description'))).toHaveValue('Kept while the title is wrong');
  }
  await field.fill(graphemes(120));
  await submit.click();
  await page.waitForURL(/\/project\/[^/?]+$/);
  await waitUntilSent(page);
  await open(reader.page, url, new URL(page.url()).pathname);
  await expect(reader.page.getByRole('textbox', { name: text('project', 'form.title') })).toHaveValue(graphemes(120));
});

test('a note’s title may have 1 character; none and 121 stay in the field with the reason, also after a reload', async () => {
  const path = await writeNote(page, url, projectId, 'A proper title', ['Text below the title.']);
  await noteTitle(page).fill(graphemes(121));
  await expect(page.getByText(text('note', 'title.tooLong'))).toBeVisible();
  await page.reload();
  await waitForEditor(page);
  await expect(noteTitle(page)).toHaveValue(graphemes(121));
  await expect(page.getByText(text('note', 'title.tooLong'))).toBeVisible();
  await noteTitle(page).fill('');
  await expect(page.getByText(text('note', 'required.title'))).toBeVisible();

  await noteTitle(page).fill(FAMILY);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await waitUntilSent(page);
  await readerSees(path, ['Text below the title.']);
  await expect(noteTitle(reader.page)).toHaveValue(FAMILY);
});

test('a file of a wrong kind, an empty one, a misnamed one and one too large are refused by name, and the form keeps the rest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-files-'));
  const large = join(folder, 'long.wav');
  const handle = openSync(large, 'w');
  ftruncateSync(handle, 300 * 1024 * 1024 + 1);
  closeSync(handle);
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const formats = '.wav, .webm, .mp3';
  try {
    await open(page, url, `/meeting-note?project=${projectId}&mode=upload`);
    const form = page.locator('main form');
    const title = form.getByLabel(text('meeting', 'form.title'), { exact: true });
    const choose = form.locator('input[type=file]');
    const submit = form.getByRole('button', { name: text('meeting', 'form.upload') });
    await title.fill('Refused at first');

    await choose.setInputFiles({ name: 'minutes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a sound') });
    await expect(form.getByRole('alert')).toHaveText(text('meeting', 'form.wrongType', { fileName: 'minutes.txt', formats }));
    await choose.setInputFiles({ name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) });
    await expect(form.getByRole('alert')).toHaveText(text('meeting', 'form.emptyFile', { fileName: 'empty.mp3' }));
    await choose.setInputFiles(large);
    await expect(form.getByRole('alert')).toHaveText(text('errors', 'FILE_MAX_LENGTH_EXCEEDED', { maxSize: 300 }));
    await choose.setInputFiles({ name: 'picture.mp3', mimeType: 'audio/mpeg', buffer: png });
    await submit.click();
    await expect(form.getByRole('alert')).toHaveText(text('meeting', 'form.wrongType', { fileName: 'picture.mp3', formats }));
    await expect(title).toHaveValue('Refused at first');

    await choose.setInputFiles({ name: 'spoken.wav', mimeType: 'audio/wav', buffer: readFileSync(SPOKEN) });
    await expect(form.getByRole('alert')).toHaveCount(0);
    await submit.click();
    await page.waitForURL(/\/meeting\/[^/]+/);
    await waitUntilSent(page);
    // What was refused left no meeting behind.
    await open(page, url, `/project/${projectId}?tab=meetings`);
    await expect(page.getByRole('main').getByText('Refused at first')).toHaveCount(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a link to what one may not see and to what does not exist tells nothing, with and without the server', async () => {
  const path = await writeNote(page, url, projectId, 'Only for Emma', ['A secret of the harbour.']);
  await waitUntilSent(page);
  const stranger = createDevice();
  try {
    await signIn(await stranger.open(), url, emailOf('ming'));
    const noteId = path.split('/').at(-1)!;
    const nowhere = '01920000-0000-7000-8000-000000000000';
    // Ming's profile is Chinese.
    const inChinese = (ns: string, key: string): string => text(ns, key, {}, 'zh_hans');
    const links: [string, string][] = [
      [`/project/${projectId}`, inChinese('project', 'missing.title')],
      [`/project/${nowhere}`, inChinese('project', 'missing.title')],
      ['/project/not-an-id', inChinese('project', 'missing.title')],
      [`/project/${projectId}/note-detail/${noteId}`, inChinese('note', 'missing.note')],
      [`/project/${projectId}/note/${noteId}`, inChinese('note', 'missing.note')],
      [`/project/${projectId}/note/new`, inChinese('note', 'missing.project')],
      [`/meeting/${nowhere}`, inChinese('meeting', 'missing.title')],
    ];
    for (const weather of ['ok', 'cut'] as const) {
      proxy.become(weather);
      for (const [link, title] of links) {
        await open(stranger.page, url, link);
        await expect(stranger.page.getByRole('heading', { name: title })).toBeVisible();
        await expect(stranger.page.getByText(/Only for Emma|A secret of the harbour|Bad days/)).toHaveCount(0);
      }
      await open(stranger.page, url, `/project/${projectId}`);
      const offline = stranger.page.getByText(inChinese('project', 'missing.offline'));
      await expect(stranger.page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(offline).toHaveCount(weather === 'ok' ? 0 : 1);
    }
  } finally {
    await stranger.dispose();
  }
});

for (const [weather, what] of [['html', 'a page of a network’s own'], ['500', 'a failure'], ['cut', 'cut connections'], ['hang', 'nothing at all']] as [Weather, string][]) {
  test(`the server answers with ${what}: the status says so, writing goes on, and it is sent by itself when the server is back`, async () => {
    const path = await writeNote(page, url, projectId, `Weather ${weather}`, ['Before.']);
    await waitUntilSent(page);
    proxy.become(weather);
    await typeOn(page, ` During ${weather}.`);
    await waitUntilKept(page);
    await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(unreachable|offline)Waiting$/, { timeout: 75_000 });
    await expect(syncStatus(page).getByRole('link')).toHaveText(counted('shell', 'sync.unreachableWaiting'));
    await expect(page.getByText(text('shell', 'banner.unreachable'))).toBeVisible();
    await page.reload();
    await waitForEditor(page);
    await expect.poll(() => paragraphs(page)).toEqual([`Before. During ${weather}.`]);
    await typeOn(page, ' After a reload.');
    await waitUntilKept(page);

    proxy.become('ok');
    await waitUntilSent(page);
    await expect(page.getByText(text('shell', 'banner.unreachable'))).toHaveCount(0);
    await readerSees(path, [`Before. During ${weather}. After a reload.`]);
  });
}

test('a session that ends in the middle of syncing: a banner asks to sign in, what is typed stays, and arrives after it', async () => {
  const path = await writeNote(page, url, projectId, 'Signed out meanwhile', ['Before the end of the session.']);
  await waitUntilSent(page);
  await device.context.clearCookies();
  await typeOn(page, ' After it.');
  await waitUntilKept(page);
  const banner = page.getByRole('alert').filter({ hasText: text('shell', 'banner.signedOut') });
  await expect(banner).toBeVisible({ timeout: 30_000 });
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', 'signedOutWaiting');
  await typeOn(page, ' And still writing.');
  await waitUntilKept(page);

  await banner.getByRole('button', { name: text('shell', 'signIn') }).click();
  await page.waitForURL(/\/auth\/login/);
  await fillSignIn(page, emailOf('emma'));
  await page.waitForURL((at) => at.pathname === path);
  await waitForShell(page);
  await waitForEditor(page);
  await expect.poll(() => paragraphs(page)).toEqual(['Before the end of the session. After it. And still writing.']);
  await readerSees(path, ['Before the end of the session. After it. And still writing.']);
});

test('a device that is signed out from another one erases its copy and says why', async () => {
  // Jihoon's profile is Korean.
  const inKorean = (ns: string, key: string): string => text(ns, key, {}, 'ko');
  const [lost, keeper] = [createDevice(), createDevice()];
  try {
    await signIn(await lost.open(), url, emailOf('jihoon'));
    await signIn(await keeper.open(), url, emailOf('jihoon'));
    await open(keeper.page, url, '/settings?section=devices');
    const others = keeper.page.getByRole('main').getByRole('listitem').filter({ hasNotText: inKorean('settings', 'devices.current') });
    await others.getByRole('button', { name: inKorean('settings', 'devices.signOut') }).first().click();
    await keeper.page.getByRole('alertdialog').getByRole('button', { name: inKorean('settings', 'devices.signOut') }).click();
    await lost.page.waitForURL(/\/auth\/login/);
    await expect(lost.page.getByText(inKorean('auth', 'reason.revoked'))).toBeVisible();
    const held = (): Promise<string[]> => lost.page.evaluate(async () => (await indexedDB.databases()).map((d) => d.name ?? '').filter((name) => /satchel-(device|keys|sealed)-|rxdb-dexie/.test(name)));
    await expect.poll(held).toEqual([]);
  } finally {
    await lost.dispose();
    await keeper.dispose();
  }
});

test('a full disk is said where one types, what was typed stays in the window, and is kept as soon as there is space', async () => {
  const path = await writeNote(page, url, projectId, 'A full disk', ['While there was space.']);
  await waitUntilSent(page);
  const cdp = await device.context.newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  const state = page.locator('[data-save-state="failed"]');
  // The browser notices within half a minute that there is less space than it believed.
  await expect(async () => {
    await typeOn(page, ' More.');
    await expect(state).toContainText(text('errors', 'DEVICE_STORAGE_FULL'), { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const typed = await paragraphs(page);
  await expect(page.getByRole('alert').filter({ hasText: text('shell', 'banner.storageFull') })).toBeVisible();
  expect(await paragraphs(page)).toEqual(typed);

  await cdp.send('Storage.overrideQuotaForOrigin', { origin: url });
  await waitUntilKept(page);
  await waitUntilSent(page);
  await readerSees(path, typed);
});

test('two tabs show the same while one types, and the one that stays goes on syncing when the other closes', async () => {
  const path = await writeNote(page, url, projectId, 'Two tabs', ['One.']);
  await waitUntilSent(page);
  const second = await device.context.newPage();
  await open(second, url, path);
  await waitForEditor(second);
  await expect.poll(() => paragraphs(second)).toEqual(['One.']);
  await typeOn(second, ' From the second tab.');
  await expect.poll(() => paragraphs(page)).toEqual(['One. From the second tab.']);
  await typeOn(page, ' From the first.');
  await expect.poll(() => paragraphs(second)).toEqual(['One. From the second tab. From the first.']);
  await waitUntilKept(page);

  // The first tab leads until it goes.
  await page.close();
  device.page = page = second;
  await typeOn(page, ' Alone.');
  await waitUntilKept(page);
  await waitUntilSent(page);
  await readerSees(path, ['One. From the second tab. From the first. Alone.']);
});

test('a clock that jumps by days in both directions keeps no edit from the server', async () => {
  const day = 86_400_000;
  const jump = (ms: number): Promise<void> => page.evaluate((ahead) => { const channel = new BroadcastChannel('clock-of-the-test'); channel.postMessage(ahead); channel.close(); }, ms);
  const path = await writeNote(page, url, projectId, 'Clocks', ['Today.']);
  await waitUntilSent(page);
  let expected = 'Today.';
  for (const days of [5, -9, 0]) {
    await jump(days * day);
    await typeOn(page, ` Now ${days} days away.`);
    expected += ` Now ${days} days away.`;
    await noteTitle(page).fill(`Clocks ${days}`);
    await waitUntilKept(page);
    await readerSees(path, [expected]);
    await expect(noteTitle(reader.page)).toHaveValue(`Clocks ${days}`);
  }
  await waitUntilSent(page);
});

test('Japanese works without the server once it was chosen, also after a reload', async () => {
  const choose = async (from: string, name: string): Promise<void> => {
    await page.locator('.frame-sidebar').getByRole('button', { name: new RegExp(`^${text('shell', 'userMenuOf', { name: '' }, from).trim()}|${text('shell', 'userMenuOf', { name: '' }, from).trim()}$`) }).click();
    await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemradio', { name })).click();
  };
  const shows = (language: string) => expect(page.locator('.frame-sidebar').getByRole('link', { name: text('shell', 'place.projects', {}, language) })).toBeVisible();
  await open(page, url, '/search');
  await choose('en', '日本語');
  await shows('ja');
  await choose('ja', 'English');
  await shows('en');
  await waitUntilSent(page);

  proxy.become('cut');
  await choose('en', '日本語');
  await shows('ja');
  await page.reload();
  await shows('ja');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await choose('ja', 'English');
  await shows('en');
});

test('signing out with unsent work names it first, and without a yes nothing is lost', async () => {
  const path = await writeNote(page, url, projectId, 'Not sent yet', ['Sent.']);
  await waitUntilSent(page);
  proxy.become('cut');
  await typeOn(page, ' Not sent.');
  await waitUntilKept(page);
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /Waiting$/);
  await page.locator('.frame-sidebar').getByRole('button', { name: new RegExp(`^${text('shell', 'userMenuOf', { name: '' }).trim()}`) }).click();
  await page.getByRole('menuitem', { name: text('shell', 'signOut') }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(counted('shell', 'signOutDialog.onlyHere'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: text('shell', 'signOut') })).toBeDisabled();
  await dialog.getByRole('button', { name: text('common', 'cancel') }).click();
  await page.reload();
  await waitForEditor(page);
  await expect.poll(() => paragraphs(page)).toEqual(['Sent. Not sent.']);

  proxy.become('ok');
  await waitUntilSent(page);
  await readerSees(path, ['Sent. Not sent.']);
});
