import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeOnEngines, openTestDatabase, type TestDatabase } from '../../../tests/support/database';
import { migrate, readMigrations } from './migrate';

describeOnEngines('the database', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.dispose());

  const count = async (prefix: string): Promise<number> => {
    const row = await database.db
      .selectFrom('rate_limit')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('key', 'like', `${prefix}%`)
      .executeTakeFirstOrThrow();
    return row.n;
  };
  const insert = (key: string) =>
    database.db.insertInto('rate_limit').values({ key, points: 1, expire: null }).execute();

  it('returns int8 as number and rejects values beyond the safe range', async () => {
    expect((await database.query({ text: 'select 1795236055631::int8 as n' })).rows).toEqual([{ n: 1795236055631 }]);
    await expect(database.query({ text: 'select 9223372036854775807::int8 as n' })).rejects.toThrow(
      '9223372036854775807',
    );
    expect((await database.query({ text: 'select 7::int8 as n' })).rows).toEqual([{ n: 7 }]);
  });

  it('recovers after errors of both kinds of statement', async () => {
    await expect(database.query({ text: 'select * from nothing_here' })).rejects.toThrow('nothing_here');
    await expect(database.query({ text: 'select $1::int', values: ['x'] })).rejects.toThrow('integer');
    expect((await database.query({ text: 'select $1::int as n', values: [3] })).rows).toEqual([{ n: 3 }]);
  });

  it('runs a named statement again and again', async () => {
    for (const n of [1, 2, 3])
      expect((await database.query({ name: 'twice', text: 'select $1::int * 2 as n', values: [n] })).rows).toEqual([
        { n: n * 2 },
      ]);
  });

  it('enlists queries in the open transaction and keeps others out', async () => {
    await expect(
      database.transaction(async () => {
        await insert('enlist-1');
        expect(await count('enlist')).toBe(1);
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(await count('enlist')).toBe(0);
    await database.transaction(() => insert('enlist-2'));
    expect(await count('enlist')).toBe(1);
  });

  it('rolls a nested transaction back alone, and everything with the outer one', async () => {
    await database.transaction(async () => {
      await insert('nest-outer');
      await expect(
        database.transaction(async () => {
          await insert('nest-inner');
          throw new Error('inner');
        }),
      ).rejects.toThrow('inner');
      await database.transaction(() => insert('nest-second'));
    });
    expect(await count('nest')).toBe(2);
    await expect(
      database.transaction(async () => {
        await database.transaction(() => insert('nest-third'));
        throw new Error('outer');
      }),
    ).rejects.toThrow('outer');
    expect(await count('nest')).toBe(2);
  });

  it('keeps parallel branches out of each other’s savepoints', async () => {
    await database.transaction(async () => {
      const branches = [1, 2, 3, 4].map((n) =>
        database.transaction(async () => {
          await insert(`branch-${n}`);
          if (n % 2) throw new Error('odd');
        }),
      );
      await Promise.allSettled([...branches, insert('branch-plain')]);
    });
    const rows = await database.db
      .selectFrom('rate_limit')
      .select('key')
      .where('key', 'like', 'branch%')
      .orderBy('key')
      .execute();
    expect(rows.map((r) => r.key)).toEqual(['branch-2', 'branch-4', 'branch-plain']);
  });

  it('runs work after the commit, never after a rollback', async () => {
    const done: string[] = [];
    await database.transaction(async () => {
      database.afterCommit(() => void done.push('outer'));
      await database
        .transaction(async () => database.afterCommit(() => void done.push('nested')))
        .catch(() => undefined);
      await database
        .transaction(async () => {
          database.afterCommit(() => void done.push('rolled back'));
          throw new Error('nested');
        })
        .catch(() => undefined);
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['outer', 'nested']);
    await database
      .transaction(async () => {
        database.afterCommit(() => void done.push('never'));
        throw new Error('outer');
      })
      .catch(() => undefined);
    database.afterCommit(() => void done.push('at once'));
    expect(done).toEqual(['outer', 'nested', 'at once']);
  });

  it('isolates many concurrent transactions', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        database.transaction(async () => {
          const before = await count(`many-${n}-`);
          await insert(`many-${n}-a`);
          await insert(`many-${n}-b`);
          expect(await count(`many-${n}-`)).toBe(before + 2);
        }),
      ),
    );
    expect(await count('many-')).toBe(40);
  });

  it('rejects work after the end of its transaction, and a separate transaction inside one', async () => {
    let late: (() => Promise<unknown>) | undefined;
    await database.transaction(async () => {
      const { AsyncResource } = await import('node:async_hooks');
      late = AsyncResource.bind(() => insert('late'));
      await expect(database.db.transaction().execute(() => Promise.resolve())).rejects.toThrow(
        'nest with transaction()',
      );
    });
    await expect(late!()).rejects.toThrow('has ended');
    expect(await count('late')).toBe(0);
  });

  it('finds nothing to migrate a second time, and rejects a changed migration', async () => {
    expect(await migrate(database)).toEqual([]);
    const [first, ...others] = await readMigrations();
    await expect(migrate(database, [{ ...first!, hash: 'another' }, ...others])).rejects.toThrow(first!.name);
  });

  it('leaves no trace of a migration that fails half-way', async () => {
    const broken = {
      name: '900-broken.sql',
      hash: 'x',
      sql: 'create table half_way (id int); select * from nothing_here;',
    };
    await expect(migrate(database, [broken])).rejects.toThrow('900-broken.sql failed');
    expect((await database.query({ text: `select to_regclass('half_way') as t` })).rows).toEqual([{ t: null }]);
  });

  it('lets two processes migrate concurrently', async () => {
    const both = await Promise.all([
      migrate(database, [{ name: '901-once.sql', hash: 'x', sql: 'create table once (id int)' }]),
      migrate(database, [{ name: '901-once.sql', hash: 'x', sql: 'create table once (id int)' }]),
    ]);
    expect(both.flat()).toEqual(['901-once.sql']);
  });

  // the embedded database is in this process
  if (engine === 'postgres')
    it('continues after the connection of a session breaks during a statement, or is ended', async () => {
      const broken = database.session((client) => {
        const sleeping = client.query('select pg_sleep(1)');
        // as when the network fails, or the server ends without closing the connection
        (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
        return sleeping;
      });
      await expect(broken).rejects.toThrow('terminat');
      const ended = database.session((client) => {
        const sleeping = client.query('select pg_sleep(1)');
        void client.end();
        return sleeping;
      });
      await expect(ended).rejects.toThrow('terminat');
      expect((await database.query({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
    });
});

describe('an idle transaction', () => {
  const IDLE_MS = 60_000;
  it('is rolled back, and its connection is reused', async () => {
    const database = await openTestDatabase('pglite', { idleInTransaction: IDLE_MS });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const idle = database.transaction(async () => {
        await database.db.insertInto('rate_limit').values({ key: 'idle', points: 1, expire: null }).execute();
        await vi.advanceTimersByTimeAsync(IDLE_MS);
        await database.db.insertInto('rate_limit').values({ key: 'idle-2', points: 1, expire: null }).execute();
      });
      await expect(idle).rejects.toThrow('idle for 60 s');
      expect(await database.db.selectFrom('rate_limit').selectAll().execute()).toEqual([]);
    } finally {
      vi.useRealTimers();
      await database.dispose();
    }
  });
});
