/** Pull progress of each kind, stored in the device database. */
import * as v from 'valibot';
import type { KindName } from '../../model/kinds';
import { Checkpoint } from '../../protocol/messages';
import type { DeviceDatabase } from './device-database';

/**
 * `complete` false: a pull from the start has not finished yet. `repair`: the pull from the start compares documents,
 * and those it does not receive are deleted; it restarts from the beginning after a restart, as its set of received ids
 * is in memory.
 */
const PullProgress = v.object({
  checkpoint: v.nullable(Checkpoint),
  complete: v.boolean(),
  repair: v.boolean(),
  /** number of documents received by a first pull */
  received: v.exactOptional(v.number()),
  /** ids of documents that were sent ahead and have not arrived in a page yet */
  ahead: v.exactOptional(v.array(v.string())),
});
export type PullProgress = v.InferOutput<typeof PullProgress>;

export const checkpointKey = (collection: KindName): string => `pull:${collection}`;
/** Row that requests a repair; separate, because a running pull overwrites the progress row. */
const repairRequestKey = (collection: KindName): string => `repair:${collection}`;

/**
 * Requests a comparison of the kind with the server from the start, beginning with the next pull. Resolves when
 * the request is durable.
 */
export const requestRepair = async (device: DeviceDatabase, collection: KindName): Promise<void> =>
  void (await device.meta.put({ key: repairRequestKey(collection), value: true }));

/** Progress of each kind, with requested repairs applied, in one read. Invalid progress restarts the pull. */
export async function readCheckpoints(
  device: DeviceDatabase,
  names: readonly KindName[],
): Promise<Map<KindName, PullProgress>> {
  const { meta } = device;
  const rows = await meta.rows.bulkGet([...names.map(checkpointKey), ...names.map(repairRequestKey)]);
  const entries = await Promise.all(
    names.map(async (collection, i): Promise<[KindName, PullProgress]> => {
      const [row, repairRequest] = [rows[i], rows[names.length + i]];
      const read = v.safeParse(PullProgress, row && (await meta.open(row)).value);
      const progress: PullProgress = read.success
        ? read.output
        : { checkpoint: null, complete: false, repair: row !== undefined };
      if (!repairRequest) return [collection, progress];
      const restarted: PullProgress = { checkpoint: null, complete: progress.complete, repair: true };
      // In this order: the request remains until the restarted progress is durable.
      await saveCheckpoints(device, [[collection, restarted]]);
      await meta.delete(repairRequestKey(collection));
      return [collection, restarted];
    }),
  );
  return new Map(entries);
}

/** Whether all documents of a kind were pulled once. */
export async function isComplete({ meta }: DeviceDatabase, collection: KindName): Promise<boolean> {
  const read = v.safeParse(PullProgress, (await meta.get(checkpointKey(collection)))?.value);
  return read.success && read.output.complete;
}

/** The stored rows of a kind's progress, for live queries. */
export const progressRows = ({ meta }: DeviceDatabase, collection: KindName) =>
  meta.rows.bulkGet([checkpointKey(collection), repairRequestKey(collection)]);

/** Whether a document of the kind that is not here is not on the server either, as of the last pull. */
export async function isWhole(device: DeviceDatabase, collection: KindName): Promise<boolean> {
  const { meta } = device;
  const [row, repairRequest] = await progressRows(device, collection);
  if (!row || repairRequest) return false;
  const read = v.safeParse(PullProgress, (await meta.open(row)).value);
  return read.success && read.output.complete && !read.output.repair;
}

/** Resolves when all entries are durable, in one write. */
export const saveCheckpoints = (
  device: DeviceDatabase,
  entries: readonly (readonly [KindName, PullProgress])[],
): Promise<void> =>
  device.meta.bulkPut(entries.map(([collection, value]) => ({ key: checkpointKey(collection), value })));
