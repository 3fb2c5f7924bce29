/**
 * A meeting from the recording to what came of it, in English on a wide screen and in Japanese on a narrow one: two
 * tracks, a bookmark, a killed browser, the transcript, a term, the summary by a template, a question, and a quote in the
 * notes.
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

interface Walk {
  language: 'en' | 'ja';
  locale: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  title: string;
  term: string;
  /** what the recogniser heard instead of the term, in `mine` */
  misheard: string;
  /** words of the microphone's track and of the tab's, with the parts that a summary quotes */
  mine: string;
  decided: string;
  theirs: string;
  toDo: string;
  decision: string;
  action: string;
  who: string;
  due: string;
  question: string;
  /** not the one that is offered first */
  template: string;
}

const WALKS: Walk[] = [
  {
    language: 'en',
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    title: 'Weekly lamp talk',
    term: 'Lantern',
    misheard: 'Lanterm',
    mine: 'Lanterm: we agreed to launch on the twentieth of April.',
    decided: 'launch on the twentieth of April',
    theirs: 'Sato repairs the share button by Thursday.',
    toDo: 'repairs the share button by Thursday',
    decision: 'The launch is on the twentieth of April.',
    action: 'Repair the share button by Thursday.',
    who: 'Sato',
    due: 'Thursday',
    question: 'When is the launch of Lantern?',
    template: 'Decision meeting',
  },
  {
    language: 'ja',
    locale: 'ja-JP',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    title: '灯りの定例',
    term: 'ランタン',
    misheard: 'ランターン',
    mine: 'ランターンの発売日は四月二十日に決まりました。',
    decided: '四月二十日に決まりました',
    theirs: '佐藤さんが木曜日までに共有ボタンを直します。',
    toDo: '木曜日までに共有ボタンを直します',
    decision: '発売日は四月二十日です。',
    action: '共有ボタンは木曜日までに直します。',
    who: '佐藤さん',
    due: '木曜日',
    question: '発売日はいつですか？',
    template: '意思決定会議',
  },
];
const pointsOf = ({ decision, decided, action, toDo, who, due }: Walk) => ({
  points: [
    { kind: 'decision', text: decision, moments: [{ segment: 1, words: decided }] },
    { kind: 'action', text: action, who, due, moments: [{ segment: 2, words: toDo }] },
  ],
});
const summaryOf = ({ decision, decided, action, toDo }: Walk): string =>
  `## 1\n\n- ${decision} [[1: "${decided}"]]\n- ${action} [[2: "${toDo}"]]`;

/** Cites the source that has the words, as a model would: its number depends on the ranking. */
function answerTo({ decided, decision }: Walk, { body }: ModelRequest): ModelAnswer {
  const prompt = (body.messages ?? []).map(({ content }) => content ?? '').join('\n');
  const source = prompt
    .split('BEGIN source ')
    .slice(1)
    .find((each) => each.includes(decided));
  return { text: `${decision}${source ? ` [[${parseInt(source, 10)}: "${decided}"]]` : ''}` };
}

const isPart = ({ body }: ModelRequest): boolean => JSON.stringify(body).includes('list its points');

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
  transcriber = await startTranscriptionServer({});
  model = await startModelServer({});
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

for (const walk of WALKS)
  test(`a meeting is recorded, lost with its browser, recovered, corrected, summarized, asked and quoted: ${walk.language}`, async ({
    newDevice,
  }) => {
    const { language, locale, viewport, colorScheme } = walk;
    const ui = (ns: string, key: string, params = {}): string => text(ns, key, params, language);
    // the microphone's track first
    let tracks = 0;
    transcriber.setScript(() => ({
      segments: [{ id: 0, start: 0.5, end: 6, text: tracks++ % 2 === 0 ? walk.mine : walk.theirs }],
    }));
    model.setScript((request) => ({ text: isPart(request) ? JSON.stringify(pointsOf(walk)) : summaryOf(walk) }));
    const { owner } = await newCompany(satchel, { language });
    await owner.api.call(terminologyCalls.save, { term: walk.term, definition: '' });
    const device = newDevice({
      microphone: SPOKEN,
      sharedTab: CALL,
      viewport,
      locale,
      colorScheme,
    });
    let page = await device.open();
    await signIn(page, satchel.url, owner.email);
    // closed properly once: a browser writes new cookies to disk only every half minute
    await device.close();
    page = await device.open();

    await open(page, satchel.url, '/meeting-note');
    await playTone(device.context);
    await page.bringToFront();
    await page.getByRole('textbox', { name: ui('meeting', 'form.title') }).fill(walk.title);
    await page.getByRole('button', { name: new RegExp(ui('recorder', 'source.label')) }).click();
    await page.getByRole('option', { name: new RegExp(ui('recorder', 'source.both')) }).click();
    await page.getByRole('button', { name: ui('recorder', 'start') }).click();
    await expect(page).toHaveURL(/\/meeting\/[a-z0-9]+/);
    const meeting = new URL(page.url()).pathname;
    await recordedFor(page, 4);
    await page
      .getByRole('button', { name: ui('meeting', 'moments.add') })
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
    await expect(main.getByText(walk.mine)).toBeVisible();
    await expect(main.getByText(walk.theirs)).toBeVisible();
    await expect(page.locator('[data-moment="bookmark"]')).toHaveCount(1);
    await main.getByRole('button', { name: ui('meeting', 'terms.label') }).click();
    await main
      .getByRole('region', { name: ui('meeting', 'terms.label') })
      .getByRole('button', { name: ui('meeting', 'terms.correctOne', { heard: walk.misheard, term: walk.term }) })
      .click();
    await expect(main.getByText(walk.mine.replace(walk.misheard, walk.term))).toBeVisible();

    // the summary by a template; each sentence leads to its moment
    await open(page, satchel.url, `${meeting}?tab=summary`);
    await main.getByRole('button', { name: ui('summary', 'template.write') }).click();
    await page.getByRole('button', { name: ui('summary', 'template.choose'), exact: true }).click();
    await page.getByRole('option', { name: walk.template }).click();
    await page.getByRole('button', { name: ui('templates', 'picker.use') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ui('summary', 'template.write') })
      .click();
    await expect(page.locator('[data-summary]')).toContainText(walk.decision);
    await expect(page.locator('[data-summary] [data-moment]')).toHaveCount(2);
    expect(JSON.stringify(model.requests.at(-1)!.body)).toContain(walk.template);
    await expect(page.locator('[data-items=action]')).toContainText(walk.who);

    // a question about it
    model.setScript((request) => answerTo(walk, request));
    await open(page, satchel.url, `${meeting}?tab=analysis`);
    await main.getByRole('textbox', { name: ui('summary', 'ask.label') }).fill(walk.question);
    await main.getByRole('button', { name: ui('summary', 'ask.action') }).click();
    await expect(page.locator('[data-turn-state="answered"]')).toBeVisible();
    await expect(page.locator('.answer')).toContainText(walk.decision);
    await expect(page.locator('.answer [data-citation]')).toHaveCount(1);

    // words of the transcript as a quote in the notes
    await open(page, satchel.url, `${meeting}?tab=transcript`);
    const said = main.locator('[data-segment]').filter({ hasText: walk.theirs });
    await said.hover();
    await said.getByRole('button', { name: ui('meeting', 'transcript.addQuote') }).click();
    await expect(page.getByText(ui('meeting', 'transcript.quoteAdded'))).toBeVisible();
    await open(page, satchel.url, `${meeting}?tab=notes`);
    const quoted = page.locator('.ProseMirror [data-quote]');
    await expect(quoted.first()).toContainText(walk.theirs);
    await expect(quoted.last().locator('a')).toHaveAttribute('href', new RegExp(`${meeting}\\?`));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });
