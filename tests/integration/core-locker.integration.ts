/** Upload locks between two processes: one writes, the other waits or takes over. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseLocker } from '../../server/core/uploads/locker';
import { describeOnEngines } from '../support/database';
import { createParts, type Parts } from '../support/parts';

describeOnEngines('the lock of an upload', (engine) => {
  let parts: Parts;
  beforeAll(async () => {
    parts = await createParts(engine);
  });
  afterAll(() => parts.close());
  const never = new AbortController().signal;

  it('is held by one process, requested by another, and handed over', async () => {
    const [one, two] = [databaseLocker(parts.platform), databaseLocker(parts.platform)];
    const first = one.newLock('u1');
    const order: string[] = [];
    await first.lock(never, async () => {
      order.push('asked');
      await first.unlock();
    });
    const second = two.newLock('u1');
    await second.lock(never, () => undefined);
    order.push('taken');
    expect(order).toEqual(['asked', 'taken']);
    await second.unlock();
    await databaseLocker(parts.platform)
      .newLock('u1')
      .lock(AbortSignal.abort(), () => undefined);
  });

  it('is taken over when its holder dies', async () => {
    await parts.database.query({
      text: 'insert into upload_lock (id, holder, until) values ($1, $2, $3)',
      values: ['u2', 'dead', parts.platform.clock.now() + 10_000],
    });
    const lock = databaseLocker(parts.platform).newLock('u2');
    await expect(lock.lock(AbortSignal.abort(), () => undefined)).rejects.toMatchObject({ status_code: 500 });
    parts.pass(15_000);
    await lock.lock(never, () => undefined);
    await lock.unlock();
  });
});
