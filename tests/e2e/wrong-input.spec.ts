/** Wrong input, through the doors that people use: each has a clear text, and nothing that was filled in is lost. */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { createBadHouse, readerSees, type BadHouse } from '../support/bad-house';
import { createDevice } from '../support/device';
import { SPOKEN } from '../support/recorder-steps';
import { emailOf, noteTitle, open, signIn, text, waitForEditor, waitUntilSent, writeNote } from '../support/steps';

const FAMILY = '👩‍👩‍👧‍👦';
/** Titles of so many graphemes, in characters of one and of many code units. */
const graphemes = (count: number): string => '漢'.repeat(Math.ceil(count / 2)) + FAMILY.repeat(Math.floor(count / 2));

let house: BadHouse;
let page: Page;
let url: string;
let projectId: string;

test.beforeAll(async () => {
  house = await createBadHouse();
  ({ url, projectId, device: { page } } = house);
});
test.afterEach(() => house.proxy.become('ok'));
test.afterAll(() => house?.close());

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
  await open(house.reader.page, url, new URL(page.url()).pathname);
  await expect(house.reader.page.getByRole('textbox', { name: text('project', 'form.title') })).toHaveValue(graphemes(120));
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
  await readerSees(house, path, ['Text below the title.']);
  await expect(noteTitle(house.reader.page)).toHaveValue(FAMILY);
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
      house.proxy.become(weather);
      for (const [link, title] of links) {
        await open(stranger.page, url, link);
        await expect(stranger.page.getByRole('heading', { name: title })).toBeVisible();
        await expect(stranger.page.getByText(/Only for Emma|A secret of the harbour|Bad days/)).toHaveCount(0);
      }
      await open(stranger.page, url, `/project/${projectId}`);
      const offline = stranger.page.getByText(inChinese('common', 'missing.offline'));
      await expect(stranger.page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(offline).toHaveCount(weather === 'ok' ? 0 : 1);
    }
  } finally {
    await stranger.dispose();
  }
});
