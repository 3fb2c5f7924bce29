/**
 * The main job from end to end: write and record without a server, lose the browser twice, close the laptop; later the
 * server is back, everything is sent, the recording is transcribed, and a colleague reads it on another machine.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import { expect, test } from '../support/e2e';
import { secondsOf, SPOKEN } from '../support/recorder-steps';
import { bestSimilarity, decodeMp3, readWav } from '../support/sound';
import { noteTitle, open, signIn, text, waitUntilKept, waitUntilSent } from '../support/steps';

const SENTENCES = [
  'The harbour project meets again on Monday morning.',
  'Anna will bring the soil report.',
  'We agreed that the north wall is repaired before the winter.',
];
const TITLE = 'Harbour wall survey';
const FIRST_WORDS = 'Cracks along the north face, 港の壁 and 한국어 메모 too.';
const MORE_WORDS = 'Written after the crash, still without a server.';
const MEETING_WORDS = 'Ask Kenji about the permit.';
const PROJECT = 'Spring release of the Lantern app';

/** The editor of the open note or meeting. */
const editor = (page: Page): Locator => page.locator('[data-note-editor="ready"] .ProseMirror');

/** Seconds of sound that the recorder reports as saved on this device. */
async function safeSeconds(page: Page): Promise<number> {
  const bar = page.getByText(/safe on this device/).first();
  const shown = (await bar.textContent({ timeout: 2000 }).catch(() => '')) ?? '';
  return secondsOf(/([\d:]+) safe/.exec(shown)?.[1] ?? '0');
}

test('text and recordings made without a network reach a colleague', async ({
  company,
  line,
  newDevice,
  openPage,
  transcriber,
}) => {
  transcriber.setScript([
    {
      segments: SENTENCES.map((sentence, i) => ({
        id: i,
        start: i * 4,
        end: i * 4 + 3.8,
        text: sentence,
        speaker: 'A',
      })),
    },
  ]);
  const colleague = await company.addMember('Jihoon Kim');
  const { id: projectId } = await company.owner.api.call(projectCalls.create, { title: PROJECT });
  await company.owner.api.call(projectCalls.setShare, {
    projectId,
    shareRange: 'company',
    departmentIds: [],
    userIds: [],
  });
  const laptop = newDevice({ microphone: SPOKEN });
  let page = await laptop.open();
  await signIn(page, line.url, company.owner.email);
  // Chromium writes cookies to disk every half minute: closing it once writes them.
  await laptop.close();
  page = await laptop.open();
  await open(page, line.url, '/my-base/project');
  await page.getByRole('link', { name: PROJECT }).first().click();
  await expect(page.getByRole('heading', { name: PROJECT })).toBeVisible();

  // The network is lost: from here on there is no server.
  line.become('cut');

  // A note; the browser is killed while it is written.
  await page
    .getByRole('link', { name: text('note', 'new') })
    .or(page.getByRole('button', { name: text('note', 'new') }))
    .first()
    .click();
  await page.waitForURL(/\/note\/new$/);
  await expect(editor(page)).toBeVisible();
  await noteTitle(page).fill(TITLE);
  await editor(page).click();
  await page.keyboard.type(FIRST_WORDS);
  await expect(page).toHaveURL(/\/note\/(?!new)/);
  await waitUntilKept(page);
  const noteUrl = page.url();
  await laptop.kill();

  // A deep link, cold, without a server.
  page = await laptop.open();
  await page.goto(noteUrl);
  await expect(editor(page)).toContainText(FIRST_WORDS);
  await expect(noteTitle(page)).toHaveValue(TITLE);
  await editor(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(MORE_WORDS);
  await waitUntilKept(page);

  // A meeting; the browser is killed while it is recorded.
  await open(page, line.url, '/meeting-note');
  await page.getByRole('textbox', { name: text('meeting', 'form.title') }).fill('Harbour meeting');
  await page
    .getByRole('button', { name: text('meeting', 'form.project') })
    .first()
    .click();
  await page.getByRole('option', { name: PROJECT }).click();
  await page.getByRole('button', { name: text('recorder', 'start') }).click();
  await expect(page).toHaveURL(/\/meeting\/[a-z0-9]+/);
  const meetingUrl = page.url();
  await editor(page).click();
  await page.keyboard.type(MEETING_WORDS);
  // on a slow machine the sound may be safe before the last words are
  await waitUntilKept(page);
  await expect.poll(() => safeSeconds(page)).toBeGreaterThanOrEqual(15);
  const elapsed = secondsOf(((await page.getByRole('timer').first().textContent()) ?? '').trim());
  await laptop.kill();

  // The first screen afterwards reports the recovered recording.
  page = await laptop.open();
  await open(page, line.url, '/search');
  const banner = page.getByText(/Recovered recording, [\d:]+/).first();
  await expect(banner).toBeVisible();
  const recovered = secondsOf(/recording, ([\d:]+)/.exec((await banner.textContent()) ?? '')![1]!);
  expect(elapsed - recovered, 'seconds lost by the kill').toBeLessThanOrEqual(4);
  // No question: it is saved, and reported until the notice is dismissed.
  await page
    .getByRole('button', { name: text('recorder', 'dismiss') })
    .first()
    .click();
  await expect(banner).toBeHidden();
  await open(page, line.url, '/outbox');
  await expect(page.getByText('Harbour meeting').first()).toBeVisible();
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await laptop.close();

  // Later the server is back, and the laptop is opened again: no further action is needed.
  line.become('ok');
  page = await laptop.open();
  await open(page, line.url, '/outbox');
  await waitUntilSent(page);
  await expect(page.getByText(text('outbox', 'empty'))).toBeVisible();
  await page.goto(`${meetingUrl.split('?')[0]}?tab=transcript`);
  await expect(page.getByText(SENTENCES[2]!)).toBeVisible();

  // A colleague, on another machine.
  const theirs = await openPage();
  await signIn(theirs, line.url, colleague.email);
  await theirs.goto(meetingUrl.split('?')[0]!);
  await expect(editor(theirs)).toContainText(MEETING_WORDS);
  await theirs.goto(`${meetingUrl.split('?')[0]}?tab=transcript`);
  for (const sentence of SENTENCES) await expect(theirs.getByText(sentence)).toBeVisible();
  await theirs.goto(noteUrl.replace('/note/', '/note-detail/'));
  for (const words of [TITLE, FIRST_WORDS, MORE_WORDS]) await expect(theirs.getByText(words).last()).toBeVisible();

  // The sound on the server is the sound that was played, for as long as it was recorded.
  const meetingId = /meeting\/([a-z0-9]+)/.exec(meetingUrl)![1]!;
  const meeting = (await (
    await theirs.request.get(`${line.url}/api/core/meeting/query/getById/${meetingId}`)
  ).json()) as { data: { recordings: { id: string; sha256: string }[] } };
  const audio = await theirs.request.get(
    `${line.url}/api/core/meeting/recording/${meeting.data.recordings[0]!.id}/audio`,
  );
  expect(audio.ok()).toBe(true);
  const decoded = await decodeMp3(Uint8Array.from(await audio.body()));
  const spoken = readWav(readFileSync(SPOKEN));
  const length = decoded.samples.length / decoded.rate;
  expect(Math.abs(length - elapsed), `decoded ${length} s of ${elapsed} s`).toBeLessThanOrEqual(4);
  expect(decoded.rate).toBe(spoken.rate);
  expect(bestSimilarity(decoded.samples, spoken.samples, spoken.rate).similarity).toBeGreaterThan(0.85);
});
