/** The order in which uploads are attempted. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { MemoryLocks } from '../../../../tests/support/memory-locks';
import { CallError } from '../../../protocol/errors';
import type { Session } from '../../connection/session';
import { slicesOf, storeFile } from '../../files/file-store';
import { DeviceDatabase } from '../../storage/device-database';
import { newDataKey, Vault } from '../../storage/sealing/vault';
import { Uploads } from './uploads';

it('uploads files in the order of adding, even if their rows reach the server during the check', async () => {
  const device = new DeviceDatabase('test', new Vault(await newDataKey()), {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
  });
  const add = (itemId: string) =>
    storeFile(
      { device, locks: new MemoryLocks(), now: 1 },
      { itemId, version: 1, name: 'a.txt', mimeType: 'text/plain', isKept: false, transfer: 'storing' },
      slicesOf(new Blob([itemId])),
      ({ id }) => device.files.update(id, { transfer: 'queued' }),
    );
  const added = ['b', 'a', 'd', 'c'];
  for (const itemId of added) await add(itemId);
  const tried: string[] = [];
  let looks = 0;
  const uploads = new Uploads({
    device,
    documents: { get: async (_kind: string, id: string) => ({ id, projectId: 'p1' }) as never },
    clock: { now: () => 2 } as never,
    origin: '',
    // the rows arrive together after two of them were checked
    whereIs: async () => ((looks += 1) > 2 ? 'sent' : 'waiting'),
    session: {
      call: async (_call: unknown, { files }: { files: { fileId: string }[] }) => {
        tried.push(files[0]!.fileId);
        throw new CallError('NO_PERMISSION');
      },
    } as unknown as Session,
  });
  await uploads.flush(new AbortController().signal);
  expect(tried).toEqual(added);
  await device.close();
});
