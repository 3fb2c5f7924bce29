/**
 * A meeting from the recording to what came of it, in Japanese on a narrow screen: two tracks, a bookmark, a killed
 * browser, the transcript, a term, the summary, a question, and a quote in the notes.
 */
import type { BrowserContext } from '@playwright/test';
import { terminologyCalls } from '../../server/core/terminology/contract';
import { expect, test } from '../support/e2e';
import { newCompany } from '../support/company';
import { startModelServer, type ModelAnswer, type ModelRequest, type ModelServer } from '../support/model-server';
import { recordedFor, SPOKEN } from '../support/recorder-steps';
import { createSatchel, type Satchel } from '../support/satchel';
import { open, signIn, text, waitUntilSent } from '../support/steps';
import { startTranscriptionServer, type TranscriptionServer } from '../support/transcription-server';

const TERM = 'ランタン';
const MINE = 'ランターンの発売日は四月二十日に決まりました。';
const DECIDED = '四月二十日に決まりました';
const THEIRS = '佐藤さんが木曜日までに共有ボタンを直します。';
const TO_DO = '木曜日までに共有ボタンを直します';
const POINTS = {
  points: [
    { kind: 'decision', text: '発売日は四月二十日です。', moments: [{ segment: 1, words: DECIDED }] },
    {
      kind: 'action',
      text: '共有ボタンを直します。',
      who: '佐藤さん',
      due: '木曜日',
      moments: [{ segment: 2, words: TO_DO }],
    },
  ],
};
const SUMMARY = `## 決定事項\n\n- 発売日は四月二十日です。 [[1: "${DECIDED}"]]\n- 共有ボタンは木曜日までに直します。 [[2: "${TO_DO}"]]`;

/** Cites the source that has the words, as a model would: its number depends on the ranking. */
function answerTo({ body }: ModelRequest): ModelAnswer {
  const prompt = (body.messages ?? []).map(({ content }) => content ?? '').join('\n');
  const source = prompt
    .split('BEGIN source ')
    .slice(1)
    .find((each) => each.includes(DECIDED));
  return { text: `発売日は四月二十日です。${source ? ` [[${parseInt(source, 10)}: "${DECIDED}"]]` : ''}` };
}

const isPart = ({ body }: ModelRequest): boolean => JSON.stringify(body).includes('list its points');
const ja = (ns: string, key: string, params = {}): string => text(ns, key, params, 'ja');

const CALL = 'A call in another tab';

/** A tab that plays a tone, which the browser's dialog chooses. */
async function playTone(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.setContent(`<title>${CALL}</title>`);
  await page.evaluate(() => {
    const context = new AudioContext();
    const tone = new OscillatorNode(context, { frequency: 440 });
    tone.connect(context.destination);
    tone.start();
    // what nothing refers to may be collected
    Object.assign(globalThis, { context, tone });
  });
}

let transcriber: TranscriptionServer;
let model: ModelServer;
let satchel: Satchel;
test.beforeAll(async () => {
  // the microphone's track first
  transcriber = await startTranscriptionServer({
    script: (_, index) => ({
      segments: [{ id: 0, start: 0.5, end: 6, text: index === 0 ? MINE : THEIRS }],
    }),
  });
  model = await startModelServer({
    script: (request) => ({ text: isPart(request) ? JSON.stringify(POINTS) : SUMMARY }),
  });
  satchel = await createSatchel({
    TRANSCRIPTION_API_URL: transcriber.url,
    TRANSCRIPTION_MODEL: 'whisper-1',
    CHAT_API_URL: model.url,
    CHAT_MODEL: 'scripted',
  });
  await satchel.start();
});
test.afterAll(async () => {
  await satchel.dispose();
  await Promise.all([transcriber.close(), model.close()]);
});

test('a meeting is recorded, lost with its browser, recovered, corrected, summarized, asked and quoted', async ({
  newDevice,
}) => {
  const { owner } = await newCompany(satchel, { language: 'ja' });
  await owner.api.call(terminologyCalls.save, { term: TERM, definition: '' });
  const device = newDevice({
    microphone: SPOKEN,
    sharedTab: CALL,
    viewport: { width: 390, height: 844 },
    locale: 'ja-JP',
    colorScheme: 'dark',
  });
  let page = await device.open();
  await signIn(page, satchel.url, owner.email);
  // closed properly once: a browser writes new cookies to disk only every half minute
  await device.close();
  page = await device.open();

  await open(page, satchel.url, '/meeting-note');
  await playTone(device.context);
  await page.bringToFront();
  await page.getByRole('textbox', { name: ja('meeting', 'form.title') }).fill('灯りの定例');
  await page.getByRole('button', { name: new RegExp(ja('recorder', 'source.label')) }).click();
  await page.getByRole('option', { name: new RegExp(ja('recorder', 'source.both')) }).click();
  await page.getByRole('button', { name: ja('recorder', 'start') }).click();
  await expect(page).toHaveURL(/\/meeting\/[a-z0-9]+/);
  const meeting = new URL(page.url()).pathname;
  await recordedFor(page, 4);
  await page
    .getByRole('button', { name: ja('meeting', 'moments.add') })
    .first()
    .click();
  await expect(page.locator('[data-moment="bookmark"]')).toHaveCount(1);
  await recordedFor(page, 12);
  await device.kill();

  page = await device.open();
  await open(page, satchel.url, '/search');
  await expect(page.locator('[data-recovered]')).toBeVisible();
  await waitUntilSent(page);

  // the transcript, and the organization's term in it
  await open(page, satchel.url, `${meeting}?tab=transcript`);
  const main = page.getByRole('main');
  await expect(main.getByText(MINE)).toBeVisible();
  await expect(main.getByText(THEIRS)).toBeVisible();
  await expect(page.locator('[data-moment="bookmark"]')).toHaveCount(1);
  await main.getByRole('button', { name: ja('meeting', 'terms.label') }).click();
  await main
    .getByRole('region', { name: ja('meeting', 'terms.label') })
    .getByRole('button', { name: ja('meeting', 'terms.correctOne', { heard: 'ランターン', term: TERM }) })
    .click();
  await expect(main.getByText(MINE.replace('ランターン', TERM))).toBeVisible();

  // the summary by a template; each sentence leads to its moment
  await open(page, satchel.url, `${meeting}?tab=summary`);
  await main.getByRole('button', { name: ja('summary', 'template.write') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ja('summary', 'template.write') })
    .click();
  await expect(page.locator('[data-summary]')).toContainText('発売日は四月二十日です。');
  await expect(page.locator('[data-summary] [data-moment]')).toHaveCount(2);
  await expect(page.locator('[data-items=action]')).toContainText('佐藤さん');

  // a question about it
  model.setScript(answerTo);
  await open(page, satchel.url, `${meeting}?tab=analysis`);
  await main.getByRole('textbox', { name: ja('summary', 'ask.label') }).fill('発売日はいつですか？');
  await main.getByRole('button', { name: ja('summary', 'ask.action') }).click();
  await expect(page.locator('[data-turn-state="answered"]')).toBeVisible();
  await expect(page.locator('.answer')).toContainText('発売日は四月二十日です。');
  await expect(page.locator('.answer [data-citation]')).toHaveCount(1);

  // words of the transcript as a quote in the notes
  await open(page, satchel.url, `${meeting}?tab=transcript`);
  const said = main.locator('[data-segment]').filter({ hasText: THEIRS });
  await said.hover();
  await said.getByRole('button', { name: ja('meeting', 'transcript.addQuote') }).click();
  await expect(page.getByText(ja('meeting', 'transcript.quoteAdded'))).toBeVisible();
  await open(page, satchel.url, `${meeting}?tab=notes`);
  const quoted = page.locator('.ProseMirror [data-quote]');
  await expect(quoted.first()).toContainText(THEIRS);
  await expect(quoted.last().locator('a')).toHaveAttribute('href', new RegExp(`${meeting}\\?`));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
