/**
 * Pulls of 500 and pushes of 50: requests per second with eight clients, and the share of the time without a running
 * SQL statement.
 */
import { newId, spaceOf } from '../../sync/model/ids';
import { syncCalls } from '../../sync/protocol/messages';
import type { Person } from '../support/person';
import type { Server } from '../support/satchel';

export interface CallSpeed {
  /** requests per second */
  perSecond: number;
  /** 0 to 1 */
  outsideSql: number;
}

const CLIENTS = 8;

async function measured(server: Server, ms: number, call: () => Promise<unknown>): Promise<CallSpeed> {
  await call();
  const before = await server.sql();
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - began < ms) {
        await call();
        done += 1;
      }
    }),
  );
  const took = performance.now() - began;
  const after = await server.sql();
  return { perSecond: (done / took) * 1_000, outsideSql: Math.max(0, 1 - (after.busyMs - before.busyMs) / took) };
}

/** First pages of 500 notes; the person sees at least that many. */
export const pullSpeed = (server: Server, person: Person, ms = 5_000): Promise<CallSpeed> =>
  measured(server, ms, async () => {
    const { documents } = await person.call(syncCalls.pull, { collection: 'notes', checkpoint: null, limit: 500 });
    if (documents.length !== 500) throw new Error(`a page of ${documents.length} notes instead of 500`);
  });

/** New notes in a project of the person, 50 per push. */
export const pushSpeed = (server: Server, person: Person, projectId: string, ms = 5_000): Promise<CallSpeed> =>
  measured(server, ms, () =>
    person.push(
      'notes',
      Array.from({ length: 50 }, (_, i) =>
        person.made(newId(Date.now()), {
          space: spaceOf('project', projectId),
          projectId,
          title: `Note ${i}`,
          snippet: 'x'.repeat(200),
          type: 'note',
          creatorId: person.userId,
          shareRange: 'project',
          words: 1,
          characters: 200,
          createdAt: Date.now(),
        }),
      ),
    ),
  );
