/** Concurrent writes of a company: none is lost, a blocked one is aborted, and a nested one belongs to the outer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heightOf } from '../../sync/model/rev';
import { describeOnEngines } from '../support/database';
import { item, Replica, row, type ServerFixture } from '../support/sync';
import { nothing, openPushFixture, pushCompany, revOf } from '../support/push';

describeOnEngines('push', (engine) => {
  let fixture: ServerFixture;
  beforeAll(async () => {
    fixture = await openPushFixture(engine);
  });
  afterAll(() => fixture.dispose());
  const company = () => pushCompany(fixture);

  it('loses none of sixteen concurrent writes, and no poller misses one', async () => {
    const c = await company();
    const replica = new Replica(fixture, c.ann, 'projectItems');
    const writers = Array.from({ length: 16 }, (_, w) => async () => {
      let rev: string | null = null;
      for (let n = 0; n < 5; n += 1) {
        const sent = rev
          ? row(`d${w}`, rev, { title: `${w}.${n}` })
          : row(`d${w}`, null, item('project:p', { title: `${w}.${n}` }));
        expect(await c.push('ann', sent)).toEqual(nothing);
        rev = revOf(sent);
      }
    });
    let writing = true;
    const polling = (async () => {
      while (writing) await replica.pull(3);
    })();
    await Promise.all(writers.map((w) => w()));
    writing = false;
    await polling;
    await replica.pull(3);
    expect([...replica.docs.values()].map((d) => d['title']).sort()).toEqual(
      Array.from({ length: 16 }, (_, w) => `${w}.4`).sort(),
    );
  });

  it('counts all concurrent changes of one document', async () => {
    const c = await company();
    await c.push('ann', row('counter', null, item('project:p', { url: '0' })));
    await Promise.all(
      Array.from({ length: 16 }, () =>
        c.write(async (tx) => {
          const doc = await tx.get('projectItems', 'counter');
          await tx.put('projectItems', 'counter', { url: String(Number(doc!.url) + 1) });
        }),
      ),
    );
    const doc = await c.get('counter');
    expect([doc?.url, heightOf(doc!.rev)]).toEqual(['16', 17]);
  });

  it('aborts a write that waits too long for another one of the company', async () => {
    const c = await company();
    if (engine === 'pglite')
      return void expect(await c.push('ann', row('d', null, item('project:p')))).toEqual(nothing);
    let release = (): void => undefined;
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const holding = c.write(
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
          locked();
        }),
    );
    await isLocked;
    await expect(
      fixture.database.transaction(async () => {
        await fixture.database.query({ text: 'set local lock_timeout = 50' });
        await c.push('ann', row('d', null, item('project:p')));
      }),
    ).rejects.toMatchObject({ code: 'DATA_LOCK_FAILED' });
    release();
    await holding;
  });

  it('joins a nested write, and rolls everything back with the outer one', async () => {
    const c = await company();
    await expect(
      c.write(async (tx) => {
        await tx.put('projectItems', 'd', item('project:p') as never);
        await c.write(async (inner) => {
          expect([inner.seq, (await inner.get('projectItems', 'd'))?.title]).toEqual([tx.seq, 'A file']);
          await inner.put('projectItems', 'd', { title: 'Inner' });
        });
        expect(await tx.get('projectItems', 'd')).toMatchObject({ title: 'Inner' });
        throw new Error('on purpose');
      }),
    ).rejects.toThrow('on purpose');
    expect(await c.get('d')).toBeNull();
  });
});
