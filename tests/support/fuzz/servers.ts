/**
 * The servers of a fuzz run: one process with the embedded database, or two on one PostgreSQL server, each with its own
 * pool, that notify each other by LISTEN and NOTIFY.
 */
import { tmpdir } from 'node:os';
import { migrate } from '../../../server/platform/database/migrate';
import { openDatabase, type Database } from '../../../server/platform/database/open';
import { createEventBus } from '../../../server/platform/event-bus';
import type { Platform } from '../../../server/platform/context';
import type { Engine } from '../database';
import { createParts } from '../parts';

export interface Ground {
  platform: Platform;
  database: Pick<Database, 'engine' | 'query'>;
}

export interface Servers {
  engine: Engine;
  each: readonly Ground[];
  /** whether a query of the database is running */
  busy(): boolean;
  /** Resolves when every process has received earlier announcements. */
  announced(): Promise<void>;
  close(): Promise<void>;
}

const log = {
  error: (...args: unknown[]) => console.error(...args),
  warn: (...args: unknown[]) => console.warn(...args),
};

const isBusy = (database: Pick<Database, 'load'>): boolean => {
  const { connections, waiting } = database.load();
  return connections + waiting > 0;
};

export async function openServers(engine: Engine): Promise<Servers> {
  const parts = await createParts(engine);
  if (engine === 'pglite')
    return {
      engine,
      each: [parts],
      busy: () => isBusy(parts.database),
      announced: () => Promise.resolve(),
      close: () => parts.close(),
    };
  const databases = await Promise.all(
    [1, 2].map(() => openDatabase({ url: parts.database.url, dataDir: tmpdir(), log, poolSize: 4 })),
  );
  await migrate(databases[0]!);
  const buses = databases.map((database) => createEventBus(database, log));
  await Promise.all(buses.map((bus) => bus.ready()));
  const each = databases.map((database, i): Ground => ({
    database,
    platform: {
      ...parts.platform,
      db: database.db,
      events: buses[i]!,
      query: (statement) => database.query(statement),
      transaction: (work) => database.transaction(work),
      afterCommit: (work) => database.afterCommit(work),
    },
  }));
  let count = 0;
  return {
    engine,
    each,
    busy: () => databases.some(isBusy),
    // announcements of one process arrive in order
    announced: async () => {
      await Promise.all(
        buses.flatMap((from) =>
          buses
            .filter((to) => to !== from)
            .map(
              (to) =>
                new Promise<void>((resolve) => {
                  const companyId = `probe-${(count += 1)}`;
                  const end = to.subscribe('provider', (event) => {
                    if (event.companyId === companyId) {
                      end();
                      resolve();
                    }
                  });
                  from.publish('provider', { companyId });
                }),
            ),
        ),
      );
    },
    close: async () => {
      for (const bus of buses) await bus.close();
      for (const database of databases) await database.close();
      await parts.close();
    },
  };
}
