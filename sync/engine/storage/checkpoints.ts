/** Where the pull of a collection stands, kept in the device database. */
import * as v from 'valibot';
import type { CollectionName } from '../../model/registry';
import { Checkpoint } from '../../protocol/messages';
import type { DeviceDatabase } from './device-database';

/**
 * `complete` false: a pull from the start has not ended yet. `repair`: the pull from the start compares: what it does not see is gone;
 * it begins again after a restart, as what it saw is not known any more.
 */
const PullProgress = v.object({
  checkpoint: v.nullable(Checkpoint),
  complete: v.boolean(),
  repair: v.boolean(),
  /** documents that came so far, of a first pull */
  received: v.exactOptional(v.number()),
  /** ids of documents that were sent ahead of their turn and have not come in it yet */
  ahead: v.exactOptional(v.array(v.string())),
});
export type PullProgress = v.InferOutput<typeof PullProgress>;

export const checkpointKey = (collection: CollectionName): string => `pull:${collection}`;
/** A row that asks for a repair; kept apart, as a pull that runs meanwhile writes where it stands. */
const wishKey = (collection: CollectionName): string => `repair:${collection}`;

/** Compares the collection with the server from the start, from the next pull on. Resolves when the wish is durable. */
export const wishRepair = async (device: DeviceDatabase, collection: CollectionName): Promise<void> =>
  void (await device.meta.put({ key: wishKey(collection), value: true }));

/** Where each stands, with wishes for repairs taken into account, in one read. What makes no sense is a reason to begin anew. */
export async function readCheckpoints(
  device: DeviceDatabase,
  names: readonly CollectionName[],
): Promise<Map<CollectionName, PullProgress>> {
  const { meta } = device;
  const rows = await meta.rows.bulkGet([...names.map(checkpointKey), ...names.map(wishKey)]);
  const entries = await Promise.all(
    names.map(async (collection, i): Promise<[CollectionName, PullProgress]> => {
      const [row, wish] = [rows[i], rows[names.length + i]];
      const read = v.safeParse(PullProgress, row && (await meta.open(row)).value);
      const progress: PullProgress = read.success
        ? read.output
        : { checkpoint: null, complete: false, repair: row !== undefined };
      if (!wish) return [collection, progress];
      const anew: PullProgress = { checkpoint: null, complete: progress.complete, repair: true };
      // in this order: the wish stands until what it asked for is durable
      await saveCheckpoints(device, [[collection, anew]]);
      await meta.delete(wishKey(collection));
      return [collection, anew];
    }),
  );
  return new Map(entries);
}

/** Whether all of the collection has come to this device once. */
export async function isComplete({ meta }: DeviceDatabase, collection: CollectionName): Promise<boolean> {
  const read = v.safeParse(PullProgress, (await meta.get(checkpointKey(collection)))?.value);
  return read.success && read.output.complete;
}

/** Resolves when they are durable, all in one write. */
export const saveCheckpoints = (
  device: DeviceDatabase,
  entries: readonly (readonly [CollectionName, PullProgress])[],
): Promise<void> =>
  device.meta.bulkPut(entries.map(([collection, value]) => ({ key: checkpointKey(collection), value })));
