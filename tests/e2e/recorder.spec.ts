/** The recorder in two windows, and files as recordings. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/e2e';
import { bar, SPOKEN, startRecording } from '../support/recorder-steps';
import {
  createProject,
  load,
  noteText,
  open,
  paragraphs,
  signIn,
  text,
  waitForEditor,
  writeNote,
} from '../support/steps';

let page: Page;
test.beforeEach(async ({ company, line, openPage }) => {
  page = await openPage({ offline: true });
  await signIn(page, line.url, company.owner.email);
});

test('a second window reports that another one records, and does not start', async ({ line }) => {
  await startRecording(page, line.url);
  const second = await page.context().newPage();
  await second.goto(`${line.url}/meeting-note`);
  await expect(second.getByText('Recording in another window.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Start recording' })).toBeDisabled();
  await second.close();
  await expect(bar(page, 'recording')).toBeVisible();
});

test('leaving the workspace during a recording asks first, also from a note, whose text is saved', async ({ line }) => {
  const projectId = await createProject(page, line.url, 'On the way out');
  await startRecording(page, line.url);
  const path = await writeNote(page, line.url, projectId, 'Still open', ['Typed before']);
  const question = page.getByRole('alertdialog', { name: text('recorder', 'leave.title') });
  const leave = async (): Promise<void> => {
    await page.keyboard.insertText(' leaving.');
    await page.getByRole('link', { name: text('shell', 'navigation.admin') }).click();
    await expect(question).toBeVisible();
  };
  await leave();
  await question.getByRole('button', { name: text('recorder', 'leave.stay') }).click();
  await expect(question).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(bar(page, 'recording')).toBeVisible();
  await noteText(page).locator('p').last().click();
  await page.keyboard.press('End');
  await leave();
  await question.getByRole('button', { name: text('recorder', 'leave.confirm') }).click();
  await page.waitForURL(/\/admin\//);
  await load(page, line.url, path);
  await waitForEditor(page);
  expect(await paragraphs(page)).toEqual(['Typed before leaving. leaving.']);
});

test('files that the system opens with the app are added to the form one by one; a wrong one is refused by name', async ({
  line,
}) => {
  // The launch queue of an installed app, which the tested browsers lack.
  await page.addInitScript(() => {
    const consumer: { launch?: (launch: unknown) => void } = {};
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer: (launch: (launch: unknown) => void) => {
          consumer.launch = launch;
        },
      },
    });
    Object.defineProperty(window, 'launchOfTheTest', { value: consumer });
  });
  await load(page, line.url, '/my-base/project');
  await page.waitForFunction(
    () => (window as unknown as { launchOfTheTest: { launch?: unknown } }).launchOfTheTest.launch !== undefined,
  );
  const sound = [...readFileSync(SPOKEN).subarray(0, 400_000)];
  await page.evaluate(
    ({ sound, targetURL }) => {
      const file = (name: string, bytes: number[]) => ({
        getFile: () => Promise.resolve(new File([Uint8Array.from(bytes)], name)),
      });
      const gone = { getFile: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
      const { launch } = (window as unknown as { launchOfTheTest: { launch: (launch: unknown) => void } })
        .launchOfTheTest;
      launch({
        targetURL,
        files: [file('Monday.wav', sound), gone, file('notes.txt', [104]), file('Tuesday.wav', sound)],
      });
    },
    { sound, targetURL: `${line.url}/meeting-note?mode=upload` },
  );

  await page.waitForURL('**/meeting-note?mode=upload');
  const form = page.locator('main form');
  const upload = form.getByRole('button', { name: text('meeting', 'form.upload'), exact: true });
  await expect(form.getByText('Monday.wav')).toBeVisible();
  await expect(form.getByRole('status')).toHaveText(text('meeting', 'form.launched', { count: 2 }));
  await upload.click();
  await expect(form.getByRole('alert')).toContainText('notes.txt');
  await form.getByRole('button', { name: text('meeting', 'form.nextFile') }).click();
  await expect(form.getByText('Tuesday.wav')).toBeVisible();
  await expect(form.getByRole('status')).toHaveCount(0);
  await upload.click();
  await page.waitForURL('**/meeting/*?tab=transcript');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tuesday');
  await open(page, line.url, '/meeting-notes');
  for (const title of ['Monday', 'Tuesday'])
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'notes', exact: true })).toHaveCount(0);
});

test('a file is refused with its reason, or copied onto the device and played offline', async ({ line }) => {
  await open(page, line.url, '/meeting-note?mode=upload');
  line.become('cut');
  const field = page.locator('input[type=file]');
  const problem = page.getByRole('main').getByRole('alert');
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(problem).toContainText('.wav, .webm, .mp3');
  await field.setInputFiles({ name: 'empty.mp3', mimeType: 'audio/mpeg', buffer: Buffer.alloc(0) });
  await expect(problem).toBeVisible();
  // An audio extension with other content: found during the copy.
  await field.setInputFiles({
    name: 'fake.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('this is no sound at all'),
  });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(problem).toContainText('fake.mp3');
  await field.setInputFiles({ name: 'Weekly.wav', mimeType: 'audio/wav', buffer: readFileSync(SPOKEN) });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.waitForURL('**/meeting/*?tab=transcript');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Weekly');
  await expect(page.getByRole('heading', { name: text('meeting', 'state.onDevice.title') })).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('audio')!.currentTime)).toBeGreaterThan(0.5);
});
