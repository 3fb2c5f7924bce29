/**
 * A closed browser opens a note by its address, without a server, with 5,000 documents on the device: time from the
 * request to the painted text.
 */
import { openBrowser } from '../support/browser';
import { times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { openWorkspace } from '../support/screens';
import { noteId, projectId, seed } from '../support/seed';
import { median, round } from '../support/statistics';

const NOTES = 2_500;

export const coldStart: Row = {
  name: 'cold-start',
  async run({ quick, say }) {
    const notes = quick ? 1_000 : NOTES;
    const data = await seed(notes);
    const server = await startServer({ from: data.data });
    const first = await openWorkspace(server.url);
    await first.page.goto(`${server.url}/project/${projectId(1)}/note-detail/${noteId(1)}`);
    await first.page.locator('.writing').first().waitFor();
    await first.close();
    await server.stop();
    const taken = await times(quick ? 3 : 9, async (turn) => {
      const browser = await openBrowser({ profile: first.profile });
      const id = noteId(1 + turn * 20);
      await browser.page.goto(`${server.url}/project/${projectId(1)}/note-detail/${id}`, { waitUntil: 'commit' });
      const ms = await browser.page.evaluate(async () => {
        const there = (): boolean => (document.querySelector('main .writing')?.textContent?.length ?? 0) > 100;
        while (!there()) await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve();
            port2.postMessage(0);
          });
        });
        return performance.now();
      });
      await browser.close();
      say(`cold start: ${round(ms)} ms`);
      return ms;
    });
    await (await openBrowser({ profile: first.profile })).dispose();
    await server.dispose();
    const middle = median(taken);
    return [
      {
        measured: `offline cold start of a deep link with ${(notes * 2).toLocaleString('en')} documents, to the note's text`,
        goal: 'under 1 s',
        satchel: `${round(middle)} ms`,
        beside: '',
        met: middle < 1_000,
      },
    ];
  },
};
