/** The cost of encryption: the same notes through the same storage, encrypted and not, in turns. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SealingInput, Taken } from '../page/sealing';
import { openBrowser } from '../support/browser';
import { bundle } from '../support/bundle';
import { Corpus } from '../support/corpus';
import { askPage } from '../support/satchel-page';
import type { Row } from '../support/row';
import { median, p95, round } from '../support/statistics';

const PROJECTS = 100;
const PAGE = 500;

export const sealing: Row = {
  name: 'sealing',
  async run({ quick, say }) {
    const notes = quick ? 1_000 : 10_000;
    const corpus = new Corpus();
    const projectIds = Array.from({ length: PROJECTS }, (_, i) => `p${i}`);
    const documents = Array.from({ length: notes }, (_, i) => {
      const { title, text } = corpus.note(i);
      return {
        id: `n${i}`,
        space: `project:p${i % PROJECTS}`,
        rev: '1-aaaaaa',
        updatedAt: i,
        recency: -i,
        abilities: ['update', 'delete'],
        projectId: `p${i % PROJECTS}`,
        title,
        snippet: text,
        type: 'note',
        creatorId: 'u1',
        shareRange: 'project',
        words: 240,
        characters: 1_000,
        createdAt: i,
        waits: false,
        pending: null,
      };
    });
    // any page of a secure origin
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const browser = await openBrowser({ bare: true });
    try {
      await browser.page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      await browser.page.evaluate(await bundle('page/sealing.ts'));
      const taken: Record<'plain' | 'sealed', Taken[]> = { plain: [], sealed: [] };
      for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
        for (const name of turn % 2 ? (['sealed', 'plain'] as const) : (['plain', 'sealed'] as const)) {
          taken[name].push(
            await askPage<Taken>(browser.page, 'sealing', name, [
              { documents, projectIds, page: PAGE, round: turn } satisfies SealingInput,
            ]),
          );
        }
        say(`sealing, written: ${round(taken.sealed.at(-1)!.write)} · as it is ${round(taken.plain.at(-1)!.write)} ms`);
      }
      const of = (name: 'plain' | 'sealed'): { write: number; newest: number } => ({
        write: median(taken[name].map(({ write }) => write)),
        newest: median(taken[name].map(({ newest }) => p95(newest))),
      });
      const [sealed, plain] = [of('sealed'), of('plain')];
      return [
        {
          measured: `sealing: ${notes.toLocaleString('en')} notes of 1 kB written`,
          goal: '–',
          satchel: `${round(sealed.write)} ms (${round(sealed.write / plain.write)} of unsealed)`,
          beside: `the same storage unsealed ${round(plain.write)} ms`,
          met: null,
        },
        {
          measured: 'sealing: newest 50 of a list, p95',
          goal: '–',
          satchel: `${round(sealed.newest)} ms (${round(sealed.newest / plain.newest)} of unsealed)`,
          beside: `the same storage unsealed ${round(plain.newest)} ms`,
          met: null,
        },
      ];
    } finally {
      await browser.dispose();
      server.close();
    }
  },
};
