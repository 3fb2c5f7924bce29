import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { describeOnEngines, openTestDatabase, type TestDatabase } from '../../tests/support/database';
import { createEventBus, type ConnectedEventBus } from './event-bus';
import type { EventTopics } from './events';

const log = pino({ level: 'silent' });
const change = (seq: number, spaces: EventTopics['sync']['spaces'] = { s: ['notes'] }): EventTopics['sync'] => ({
  companyId: 'c',
  seq,
  spaces,
  users: [],
});

describeOnEngines('announcements', (engine) => {
  let database: TestDatabase;
  const buses: ConnectedEventBus[] = [];
  const bus = async (): Promise<ConnectedEventBus> => {
    const made = createEventBus(database, log);
    buses.push(made);
    await made.ready();
    return made;
  };
  const next = (from: ConnectedEventBus, count = 1) =>
    new Promise<number[]>((resolve) => {
      const seen: number[] = [];
      from.subscribe('sync', ({ seq }) => {
        seen.push(seq);
        if (seen.length === count) resolve(seen);
      });
    });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((b) => b.close()));
    await database.dispose();
  });

  it('reach the publishing process once, after the commit', async () => {
    database = await openTestDatabase(engine);
    const mine = await bus();
    const seen: number[] = [];
    mine.subscribe('sync', ({ seq }) => seen.push(seq));
    await database.transaction(() => {
      mine.publish('sync', change(1));
      expect(seen).toEqual([]);
      return Promise.resolve();
    });
    expect(seen).toEqual([1]);
    await database
      .transaction(() => {
        mine.publish('sync', change(2));
        return Promise.reject(new Error('on purpose'));
      })
      .catch(() => undefined);
    mine.publish('sync', change(3));
    expect(seen).toEqual([1, 3]);
  });

  it('survive a listener that throws, and end with the subscription', async () => {
    database = await openTestDatabase(engine);
    const mine = await bus();
    const seen: number[] = [];
    mine.subscribe('sync', () => {
      throw new Error('on purpose');
    });
    const end = mine.subscribe('sync', ({ seq }) => seen.push(seq));
    mine.publish('sync', change(1));
    end();
    mine.publish('sync', change(2));
    expect(seen).toEqual([1]);
  });

  if (engine === 'postgres') {
    it('reach all other processes in order', async () => {
      database = await openTestDatabase(engine);
      const [mine, other] = [await bus(), await bus()];
      const seen = next(other, 300);
      for (let seq = 1; seq <= 300; seq += 1) mine.publish('sync', change(seq));
      expect(await seen).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    });

    it('become "refresh everything" when they are too large', async () => {
      database = await openTestDatabase(engine);
      const [mine, other] = [await bus(), await bus()];
      const arrived = new Promise<EventTopics['sync']>((resolve) => other.subscribe('sync', resolve));
      mine.publish(
        'sync',
        change(
          1,
          Object.fromEntries(
            Array.from({ length: 1000 }, (_, i) => [`space-${i}`, ['notes', i % 2 ? 'projects' : 'meetings']]),
          ),
        ),
      );
      expect((await arrived).spaces).toEqual({ '*': ['notes', 'meetings', 'projects'] });
    });

    it('deliver a live event that is too large for other processes in this process only', async () => {
      database = await openTestDatabase(engine);
      const [mine, other] = [await bus(), await bus()];
      expect(mine.alone).toBe(false);
      const [here, there]: string[][] = [[], []];
      const live = (id: string, size: number): EventTopics['live'] => ({
        companyId: 'c',
        author: null,
        space: 'project:p',
        topic: { collection: 'noteContents', id },
        event: { type: 'update', update: 'A'.repeat(size) },
      });
      mine.subscribe('live', ({ topic }) => here!.push(topic.id));
      other.subscribe('live', ({ topic }) => there!.push(topic.id));
      const arrived = next(other);
      mine.publish('live', live('large', 8_000));
      mine.publish('live', live('small', 5_000));
      mine.publish('sync', change(1));
      await arrived;
      expect([here, there]).toEqual([['large', 'small'], ['small']]);
    });

    it('continue after a broken connection, and the gap is reported', async () => {
      database = await openTestDatabase(engine);
      const [mine, other] = [await bus(), await bus()];
      const gap = new Promise<void>((resolve) => other.onGap(resolve));
      await database.query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
      });
      await gap;
      const seen = next(other);
      mine.publish('sync', change(7));
      expect(await seen).toEqual([7]);
    });
  }
});
