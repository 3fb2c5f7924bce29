/**
 * From a keystroke in the product's editor to the text on the screen of a colleague with read access, in another
 * browser that is connected to another server process. The two processes share a PostgreSQL server; without one the row
 * is omitted. All on one machine, so clocks agree.
 */
import type { Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import { startPostgres } from '../../tests/support/postgres';
import type { Browser } from '../support/browser';
import { opened, typeWatched } from '../support/keystrokes';
import { EMAILS, Person } from '../support/person';
import { times, type Bench, type Row } from '../support/row';
import { PORTS, startServer, type Server } from '../support/satchel';
import { openWorkspace } from '../support/screens';
import { noteId, projectId, writeNotes } from '../support/seed';
import { median, round } from '../support/statistics';

const GOAL_MS = 150;
const SECRET = 'for measuring only, long enough to be one';
const editorPath = `/project/${projectId(0)}/note/${noteId(0)}`;
const readerPath = `/project/${projectId(0)}/note-detail/${noteId(0)}`;

const readOnly = (page: Page): Promise<void> => page.locator('.note.note-read').waitFor();

/** Medians of the rounds' p95, in milliseconds. */
async function measured(bench: Bench, here: Server, there: Server): Promise<number> {
  const author = await Person.signIn(here.url);
  await writeNotes(author, bench.quick ? 200 : 1_000);
  await author.call(projectCalls.setShare, { projectId: projectId(0), shareRange: 'company' });
  const browsers: Browser[] = [];
  const open = async (url: string, email: string): Promise<Page> => {
    const browser = await openWorkspace(url, email);
    browsers.push(browser);
    return browser.page;
  };
  try {
    const writer = await open(here.url, EMAILS[0]!);
    const reader = await open(there.url, EMAILS[2]!);
    const rounds = await times(bench.quick ? 2 : 5, async () => {
      await opened(reader, there.url + readerPath, readOnly);
      await opened(writer, here.url + editorPath);
      const [ms] = await typeWatched(writer, [reader], bench.quick ? 15 : 40);
      bench.say(`keystroke: reader at another process ${round(ms!)} ms`);
      return ms!;
    });
    return median(rounds);
  } finally {
    for (const browser of browsers) await browser.dispose();
  }
}

export const reader: Row = {
  name: 'reader',
  async run(bench) {
    const postgres = await startPostgres(PORTS);
    if (!postgres) return [];
    const servers: Server[] = [];
    try {
      for (let process = 0; process < 2; process += 1)
        servers.push(await startServer({ env: { DATABASE_URL: postgres.url, SATCHEL_SECRET: SECRET } }));
      const ms = await measured(bench, servers[0]!, servers[1]!);
      return [
        {
          measured: 'keystroke to a reader in another browser, at another server process, p95',
          goal: `${GOAL_MS} ms`,
          satchel: `${round(ms)} ms`,
          beside: '',
          met: ms <= GOAL_MS,
        },
      ];
    } finally {
      for (const server of servers) await server.dispose();
      await postgres.stop();
    }
  },
};
