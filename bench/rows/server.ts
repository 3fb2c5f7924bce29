/**
 * Replication on the server over HTTP, one request after another: pulls of 500 and pushes of 50, on the embedded
 * database and on a PostgreSQL server if installed. The share outside SQL is the time without a running statement, the
 * client's own included.
 */
import { startPostgres } from '../../tests/support/postgres';
import { newId, spaceOf } from '../../sync/model/ids';
import { syncCalls, type Checkpoint } from '../../sync/protocol/messages';
import { Person } from '../support/person';
import { times, type Bench, type Line, type Row } from '../support/row';
import { PORTS, startServer, type Server } from '../support/satchel';
import { projectId, seed, writeNotes } from '../support/seed';
import { median, round } from '../support/statistics';

interface Speed {
  requests: number;
  outside: number;
}

async function measured(server: Server, requests: number, work: (at: number) => Promise<void>): Promise<Speed> {
  const before = await server.sql();
  const at = performance.now();
  for (let i = 0; i < requests; i += 1) await work(i);
  const ms = performance.now() - at;
  const sql = (await server.sql()).busyMs - before.busyMs;
  return { requests: (requests / ms) * 1_000, outside: 1 - Math.min(1, sql / ms) };
}

const middle = (speeds: Speed[]): Speed => ({
  requests: median(speeds.map((s) => s.requests)),
  outside: median(speeds.map((s) => s.outside)),
});
const text = ({ requests, outside }: Speed): string =>
  `${round(requests)} requests/s, ${Math.round(outside * 100)} % outside SQL`;

async function engine(bench: Bench, name: string, server: Server): Promise<{ pull: Speed; push: Speed }> {
  const person = await Person.signIn(server.url);
  const many = bench.quick ? 10 : 40;
  const rounds = bench.quick ? 2 : 5;
  const pull = middle(
    await times(rounds, async () => {
      let checkpoint: Checkpoint | null = null;
      return measured(server, many, async () => {
        const page: { documents: unknown[]; checkpoint: Checkpoint | null } = await person.call(syncCalls.pull, {
          collection: 'notes',
          checkpoint,
          limit: 500,
        });
        checkpoint = page.documents.length < 500 ? null : page.checkpoint;
      });
    }),
  );
  bench.say(`${name}: pull of 500 ${text(pull)}`);
  const push = middle(
    await times(rounds, () =>
      measured(server, many, async (at) => {
        const now = Date.now();
        await person.push(
          'notes',
          Array.from({ length: 50 }, () =>
            person.made(
              newId(),
              {
                space: spaceOf('project', projectId(at % 20)),
                creatorId: person.userId,
                projectId: projectId(at % 20),
                title: 'A note',
                snippet: 'x'.repeat(200),
                type: 'note',
                shareRange: 'project',
                words: 40,
                characters: 200,
                createdAt: now,
              },
              now,
            ),
          ),
        );
      }),
    ),
  );
  bench.say(`${name}: push of 50 ${text(push)}`);
  return { pull, push };
}

export const server: Row = {
  name: 'server',
  async run(bench) {
    const notes = bench.quick ? 1_000 : 10_000;
    const data = await seed(notes);
    const lines: Line[] = [];
    const add = (name: string, { pull, push }: { pull: Speed; push: Speed }): void => {
      for (const [what, speed, documents] of [
        ['pull of 500', pull, 500],
        ['push of 50', push, 50],
      ] as const) {
        lines.push({
          measured: `server on ${name}, ${what}`,
          goal: 'as fast as the database allows',
          satchel: text(speed),
          beside: `${round(speed.requests * documents)} documents/s`,
          met: null,
        });
      }
    };
    const embedded = await startServer({ from: data.data });
    try {
      add('PGlite', await engine(bench, 'PGlite', embedded));
    } finally {
      await embedded.dispose();
    }
    const postgres = await startPostgres(PORTS);
    if (!postgres) return lines;
    try {
      const onServer = await startServer({
        env: { DATABASE_URL: postgres.url, SATCHEL_SECRET: 'for measuring only, long enough to be one' },
      });
      try {
        await writeNotes(await Person.signIn(onServer.url), notes);
        add(`PostgreSQL ${postgres.version.split('.')[0]}`, await engine(bench, 'PostgreSQL', onServer));
      } finally {
        await onServer.dispose();
      }
    } finally {
      await postgres.stop();
    }
    return lines;
  },
};
