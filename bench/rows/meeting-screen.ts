/**
 * The screen of a meeting of 20,000 segments: from the press on its link to the first rows that are painted, and tasks of
 * the page's main thread while the transcript scrolls through a few hundred rows. Each round opens the meeting anew from
 * the list of meetings, in one page that has everything synced.
 */
import type { Page } from '@playwright/test';
import { meetingCalls } from '../../server/core/meetings/contract';
import { IMPORTED_LINES } from '../../sync/model/transcript-file';
import { Corpus } from '../support/corpus';
import { Person } from '../support/person';
import { times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { openWorkspace, quiet } from '../support/screens';
import { median, round } from '../support/statistics';

const SPEAKERS = 40;
/** words or, of every third segment, Chinese characters */
const WORDS = 12;
const SEGMENT_MS = 2_500;
/** milliseconds */
const SCREENFUL_GOAL = 300;
const LONG_TASK = 50;
/** of a scroll, and pixels of each */
const FRAMES = 240;
const STEP = 60;

interface Watched {
  long: number[];
  __remixRouter?: { navigate(to: string): Promise<void> };
}

/** Imports a transcript into a new meeting. */
async function importMeeting(url: string): Promise<string> {
  const corpus = new Corpus();
  const { call } = await Person.signIn(url);
  const { id } = await call(meetingCalls.create, { title: 'A long meeting' });
  const lines = Array.from({ length: IMPORTED_LINES }, (_, n) => ({
    start: n * SEGMENT_MS,
    end: (n + 1) * SEGMENT_MS - 100,
    speaker: `Person ${Math.floor(n / 3) % SPEAKERS}`,
    text: corpus.phrase(n % 3 === 0, WORDS),
  }));
  await call(meetingCalls.importTranscript, { meetingId: id, lines });
  return id;
}

/** Milliseconds until rows are painted. */
const screenful = (page: Page, address: string): Promise<number> =>
  page.evaluate(async (to) => {
    const began = performance.now();
    void (globalThis as unknown as Watched).__remixRouter!.navigate(to);
    const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    while (document.querySelectorAll('[data-segment]').length < 5) await frame();
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(0);
      });
    });
    return performance.now() - began;
  }, address);

/** Lengths of the long tasks of a scroll, in milliseconds. */
const scrolled = (page: Page): Promise<number[]> =>
  page.evaluate(
    async ({ frames, step }) => {
      const long: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) long.push(duration);
      });
      observer.observe({ type: 'longtask' });
      for (let at = 0; at < frames; at += 1) {
        window.scrollBy(0, step);
        await new Promise(requestAnimationFrame);
      }
      // entries come after the task
      await new Promise((resolve) => setTimeout(resolve, 100));
      observer.disconnect();
      return long;
    },
    { frames: FRAMES, step: STEP },
  );

export const meetingScreen: Row = {
  name: 'meeting-screen',
  async run({ quick, say }) {
    const server = await startServer();
    try {
      const id = await importMeeting(server.url);
      const { page, dispose } = await openWorkspace(server.url);
      try {
        const rounds = await times(quick ? 3 : 10, async () => {
          await page.evaluate((to) => (globalThis as unknown as Watched).__remixRouter!.navigate(to), '/meeting-notes');
          // the screen before stays until the next one can be shown
          await page.locator('[data-transcript]').waitFor({ state: 'detached' });
          await page.locator(`main a[href^="/meeting/${id}"]`).first().waitFor();
          await quiet(page);
          const shown = await screenful(page, `/meeting/${id}?tab=transcript`);
          const long = (await scrolled(page)).filter((duration) => duration > LONG_TASK);
          say(`first rows after ${round(shown)} ms; long tasks of scrolling: ${long.map(round).join(', ') || 'none'}`);
          return { shown, long };
        });
        const shown = median(rounds.map((each) => each.shown));
        const many = median(rounds.map(({ long }) => long.length));
        const longest = Math.max(0, ...rounds.flatMap(({ long }) => long));
        const count = IMPORTED_LINES.toLocaleString('en');
        return [
          {
            measured: `first screenful of a meeting of ${count} segments, from the press to its paint`,
            goal: `under ${SCREENFUL_GOAL} ms`,
            satchel: `${round(shown)} ms`,
            beside: '',
            met: shown < SCREENFUL_GOAL,
          },
          {
            measured: `tasks over ${LONG_TASK} ms while its transcript scrolls, of ${FRAMES} frames`,
            goal: 'none',
            satchel: many === 0 ? 'none' : `${round(many)}, the longest ${round(longest)} ms`,
            beside: '',
            met: many === 0,
          },
        ];
      } finally {
        await dispose();
      }
    } finally {
      await server.dispose();
    }
  },
};
