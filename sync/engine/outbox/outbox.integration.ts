/** Changes of documents while the outbox reads: calls that end with their document, and the order of calls. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { Call } from '../../protocol/client';
import { DeviceDatabase } from '../storage/device-database';
import { newDataKey, Vault } from '../storage/sealing/vault';
import { Outbox, type WhereIs } from './outbox';

const REJECTED = { id: 'agents/a/1', collection: 'agents', documentId: 'a' } as const;

/** Queues a call about an agent that the server has rejected. */
async function withCall() {
  const device = new DeviceDatabase('test', new Vault(await newDataKey()), {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
  });
  const outbox = new Outbox(device, { now: () => 1 } as never);
  await outbox.add({
    ...{ service: 'core', method: 'POST', path: '/agent/publish', input: {} },
    ...{ label: { key: 'agentPublish', params: {} }, about: 'agents/a', endsWithDocument: true, after: ['agents/a'] },
  });
  const reject = () =>
    device.rejectedChanges.put({ ...REJECTED, code: 'PARAM_ERROR', field: '', content: {}, title: '', at: 1 });
  const call = (async () => ({})) as unknown as Call;
  const flush = (whereIs: WhereIs) => outbox.flush(call, whereIs, new AbortController().signal);
  return { device, reject, flush };
}

it('keeps a call whose rejected document another tab writes again between the two reads', async () => {
  const { device, reject, flush } = await withCall();
  await reject();
  let isWritten = false;
  await flush(async () => {
    if (isWritten) return 'waiting';
    isWritten = true;
    await device.rejectedChanges.delete(REJECTED.id);
    return 'gone';
  });
  expect(await device.outbox.count()).toBe(1);
  await device.close();
});

it('keeps a call whose document is rejected during the first read', async () => {
  const { device, reject, flush } = await withCall();
  await flush(async () => {
    await reject();
    return 'gone';
  });
  expect(await device.outbox.count()).toBe(1);
  await device.close();
});

it('deletes a call whose document is gone and has no rejected change', async () => {
  const { device, flush } = await withCall();
  await flush(async () => 'gone');
  expect(await device.outbox.count()).toBe(0);
  await device.close();
});

it('sends calls about a document that arrives during a round in their order', async () => {
  const device = new DeviceDatabase('test', new Vault(await newDataKey()), {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
  });
  let now = 0;
  const outbox = new Outbox(device, { now: () => (now += 1) } as never);
  const queued = { service: 'core', method: 'POST', path: '/project/save', label: { key: 'projectSave', params: {} } };
  for (const input of ['first', 'second'])
    await outbox.add({ ...queued, input, about: 'projects/p', after: ['projects/p'] });
  const sent: unknown[] = [];
  const call = (async (_definition: unknown, input: unknown) => sent.push(input)) as unknown as Call;
  let isHere = false;
  const round = () =>
    outbox.flush(
      call,
      async () => {
        const where = isHere ? 'sent' : 'waiting';
        isHere = true;
        return where;
      },
      new AbortController().signal,
    );
  await round();
  await round();
  expect(sent).toEqual(['first', 'second']);
  await device.close();
});
