/** Full-text search in the worker over everything on the device; each query is asked for the first time. */
import { Corpus } from '../support/corpus';
import type { Row } from '../support/row';
import { openSatchelPage } from '../support/satchel-page';
import { startServer } from '../support/satchel';
import { seed } from '../support/seed';
import { median, p95, round } from '../support/statistics';

const QUESTIONS = 100;
const ROUNDS = 5;

export const search: Row = {
  name: 'search',
  async run({ quick, say }) {
    const notes = quick ? 1_000 : 50_000;
    const server = await startServer({ from: (await seed(notes)).data });
    const page = await openSatchelPage(server.url);
    try {
      await page.ask('firstSync', page.worker);
      const indexed = await page.ask('indexed');
      say(`the index was complete after ${round(indexed / 1_000)} s`);
      const corpus = new Corpus(11);
      const taken: number[][] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        taken.push(
          await page.ask(
            'search',
            Array.from({ length: QUESTIONS }, (_, at) => corpus.question(at)),
          ),
        );
        say(`search: median ${round(median(taken.at(-1)!))} ms, p95 ${round(p95(taken.at(-1)!))} ms`);
      }
      const middle = median(taken.map(p95));
      return [
        {
          measured: `full-text search over ${notes.toLocaleString('en')} notes, with passages, p95`,
          goal: 'under 50 ms',
          satchel: `${round(middle)} ms (median ${round(median(taken.map(median)))} ms)`,
          beside: `indexed in ${round(indexed / 1_000)} s after the first sync`,
          met: middle < 50,
        },
      ];
    } finally {
      await page.dispose();
      await server.dispose();
    }
  },
};
