/**
 * A device returns after a thousand changes of a colleague: time from the end of its pause to the last change on the
 * device.
 */
import { openSatchelPage } from '../support/satchel-page';
import { Person } from '../support/person';
import { times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { noteId, seed } from '../support/seed';
import { median, round } from '../support/statistics';
import { nextRev } from '../../sync/model/rev';

const CHANGES = 1_000;
const PUSH = 200;

export const catchUp: Row = {
  name: 'catch-up',
  async run({ quick, say }) {
    const data = await seed(quick ? 1_000 : 10_000);
    const server = await startServer({ from: data.data });
    const page = await openSatchelPage(server.url);
    try {
      await page.ask('firstSync', page.worker);
      const person = await Person.signIn(server.url);
      const revs = new Map<string, string>();
      for await (const documents of person.pull('notes'))
        for (const document of documents) revs.set(document.id, String(document.rev));
      const taken = await times(quick ? 2 : 5, async (turn) => {
        await page.ask('pause', true);
        const title = `Changed while away ${turn}`;
        const since = Date.now();
        for (let first = 0; first < CHANGES; first += PUSH) {
          await person.push(
            'notes',
            Array.from({ length: PUSH }, (_, at) => {
              const id = noteId(first + at);
              const rev = nextRev(revs.get(id));
              const row = {
                assumedMasterState: { rev: revs.get(id)! },
                newDocumentState: { id, rev, title, updatedAt: Date.now() },
              };
              revs.set(id, rev);
              return row;
            }),
          );
        }
        const began = await page.ask('goOn');
        const ms = (await page.ask('sees', since, CHANGES)) - began;
        say(`${CHANGES} changes: ${round(ms)} ms`);
        return ms;
      });
      const middle = median(taken);
      return [
        {
          measured: `catch-up of ${CHANGES.toLocaleString('en')} changes`,
          goal: 'under 700 ms',
          satchel: `${round(middle)} ms`,
          beside: '',
          met: middle < 700,
        },
      ];
    } finally {
      await page.dispose();
      await server.dispose();
    }
  },
};
