/**
 * Stops the engine between two steps of a push or a pull (sync/engine/storage/barrier.ts) while something else
 * happens: an edit, a change by another person, the end of the process. One test per barrier.
 */
import { describe, expect, test } from 'vitest';
import type { BarrierName } from '../../sync/engine/storage/barrier';
import { engineDevice, eventually, synced, until, type EngineDevice } from '../support/engine-device';
import { engineSuite, typed } from '../support/engine-suite';
import { atRest, copyOf } from '../support/fuzz/disk';

const suite = engineSuite();

/** Stops the first arrival at a barrier once armed, until it is released. */
class BarrierStop {
  parked = false;
  private armed: BarrierName | null = null;
  private open: () => void = () => {};

  barrier = (name: BarrierName): Promise<void> => {
    if (name !== this.armed) return Promise.resolve();
    this.armed = null;
    this.parked = true;
    return new Promise((resolve) => {
      this.open = resolve;
    });
  };

  arm(name: BarrierName): void {
    this.armed = name;
    this.parked = false;
  }
  release(): void {
    this.open();
  }
  reached(): Promise<void> {
    return eventually(() => this.parked, 'the engine comes to the point');
  }
}

async function withProject(): Promise<{ stop: BarrierStop; device: EngineDevice; id: string; noteId: string }> {
  const stop = new BarrierStop();
  const device = await suite.device({ barrier: stop.barrier });
  const { id } = await device.api.run('project.create', { title: 'Start' });
  const { id: noteId } = await device.api.run('note.create', { projectId: id, title: 'Note' });
  await synced(device.api);
  return { stop, device, id, noteId };
}
/** The process ends at the barrier: a new one finds the data committed so far, and nothing later. */
async function killedAt(stop: BarrierStop, device: EngineDevice): Promise<EngineDevice> {
  await eventually(() => atRest(device.indexedDB), 'the disk is at rest');
  const disk = copyOf(device.indexedDB);
  const ended = device.kill();
  stop.release();
  await ended;
  const again = engineDevice({
    fetch: (input, init) => suite.server.fetch(input, init),
    disk: { indexedDB: await disk(), prefix: device.prefix },
  });
  suite.devices.push(again);
  await again.api.open({ refresh: false });
  return again;
}
const here = async (device: EngineDevice, id: string, title: string): Promise<void> => {
  await until(device.api, { kind: 'one', collection: 'projects', id }, (p) => p?.title === title);
};
const conflictCount = (device: EngineDevice, count: number): Promise<unknown> =>
  until(device.api, { kind: 'conflictVersions' }, (list) => list.length === count);

describe('push', () => {
  test('chosen: an edit after the rows were chosen is sent with the next push', async () => {
    const { stop, device, id } = await withProject();
    stop.arm('push.chosen');
    await device.api.run('project.update', { id, title: 'First' });
    await stop.reached();
    await device.api.run('project.update', { id, title: 'Second' });
    stop.release();
    await synced(device.api);
    expect(suite.server.doc('projects', id)?.['title']).toBe('Second');
    await conflictCount(device, 0);
  });

  test('answered: an edit, and a restart before the answer is stored, are no conflict with the own write', async () => {
    const { stop, device, id } = await withProject();
    stop.arm('push.answered');
    await device.api.run('project.update', { id, title: 'Taken' });
    await stop.reached();
    expect(suite.server.doc('projects', id)?.['title']).toBe('Taken');
    await device.api.run('project.update', { id, title: 'Edited meanwhile' });
    const again = await killedAt(stop, device);
    await synced(again.api);
    expect(suite.server.doc('projects', id)?.['title']).toBe('Edited meanwhile');
    await conflictCount(again, 0);
  });

  test('answered: a document created, accepted and deleted before the answer arrived is deleted on the server', async () => {
    const { stop, device } = await withProject();
    stop.arm('push.answered');
    const { id } = await device.api.run('project.create', { title: 'Short-lived' });
    await stop.reached();
    await device.api.run('project.delete', { id });
    const again = await killedAt(stop, device);
    await synced(again.api);
    await eventually(() => suite.server.doc('projects', id) === null, 'the server has the deletion');
    await until(again.api, { kind: 'one', collection: 'projects', id }, (p) => p === null);
  });

  test('settled: another person changes the same field before the conflicts of the batch are merged', async () => {
    const { stop, device, id } = await withProject();
    suite.server.put('projects', { id, title: 'Theirs', updatedAt: Date.now() + 60_000 });
    await here(device, id, 'Theirs');
    await device.api.setPaused(true);
    await device.api.run('project.update', { id, title: 'Mine' });
    suite.server.put('projects', { id, title: 'Theirs again', updatedAt: Date.now() + 120_000 });
    stop.arm('push.settled');
    await device.api.setPaused(false);
    await stop.reached();
    suite.server.put('projects', { id, title: 'And again', updatedAt: Date.now() + 180_000 });
    stop.release();
    await synced(device.api);
    await here(device, id, 'And again');
    const list = await until(device.api, { kind: 'conflictVersions' }, (sides) => sides.length > 0);
    expect(list.some((side) => side.mine === 'Mine')).toBe(true);
  });

  test('merged: the process ends after a conflict was merged and before the merge was sent', async () => {
    const { stop, device, id } = await withProject();
    await device.api.setPaused(true);
    await device.api.run('project.update', { id, description: 'Mine' });
    suite.server.put('projects', { id, title: 'Theirs' });
    stop.arm('push.merged');
    await device.api.setPaused(false);
    await stop.reached();
    const again = await killedAt(stop, device);
    await synced(again.api);
    expect(suite.server.doc('projects', id)).toMatchObject({ title: 'Theirs', description: 'Mine' });
  });
});

describe('pull', () => {
  test('arrived: an edit of a document whose newer version has arrived and is not written yet', async () => {
    const { stop, device, id } = await withProject();
    stop.arm('pull.arrived');
    suite.server.put('projects', { id, title: 'Theirs' });
    await stop.reached();
    await device.api.run('project.update', { id, description: 'Mine' });
    stop.release();
    await here(device, id, 'Theirs');
    await synced(device.api);
    expect(suite.server.doc('projects', id)).toMatchObject({ title: 'Theirs', description: 'Mine' });
  });

  test('planned: text typed between computing the merge and writing it is merged, too', async () => {
    const { stop, device, noteId } = await withProject();
    const text = await device.api.openText(noteId, () => {});
    stop.arm('apply.planned');
    const theirs = typed(new Uint8Array(), 'theirs');
    suite.server.put('noteContents', { id: noteId, state: Buffer.from(theirs.state).toString('base64') });
    await stop.reached();
    await text.append(typed(text.state, 'mine').update);
    await text.compact();
    stop.release();
    await eventually(
      async () =>
        /theirs/.test(await device.api.textOf(noteId, 'text')) && /mine/.test(await device.api.textOf(noteId, 'text')),
      'both texts are here',
    );
    await text.close();
    await synced(device.api);
  });

  test('written: the process ends before the checkpoint is stored; the page arrives again and changes nothing', async () => {
    const { stop, device, id } = await withProject();
    stop.arm('pull.written');
    suite.server.put('projects', { id, title: 'Theirs' });
    await stop.reached();
    await device.api.run('project.update', { id, description: 'Mine' });
    const again = await killedAt(stop, device);
    await synced(again.api);
    await here(again, id, 'Theirs');
    expect(suite.server.doc('projects', id)).toMatchObject({ title: 'Theirs', description: 'Mine' });
    await conflictCount(again, 0);
  });

  test('stored: a change right after the checkpoint was stored arrives with the next pull', async () => {
    const { stop, device, id } = await withProject();
    stop.arm('pull.stored');
    suite.server.put('projects', { id, title: 'First' });
    await stop.reached();
    suite.server.put('projects', { id, title: 'Second' });
    stop.release();
    await here(device, id, 'Second');
  });
});
