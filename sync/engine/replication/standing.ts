/** Where the pull of a collection stands, kept in the device database. */
import * as v from 'valibot';
import type { CollectionName } from '../../model/registry';
import { Checkpoint } from '../../protocol/messages';
import type { DeviceDatabase } from '../device/database';

/**
 * `complete` false: a pull from the start has not ended yet. `repair`: the pull from the start compares: what it does not see is gone;
 * it begins again after a restart, as what it saw is not known any more.
 */
const Standing = v.object({
  checkpoint: v.nullable(Checkpoint),
  complete: v.boolean(),
  repair: v.boolean(),
  /** documents that came so far, of a first pull */
  received: v.exactOptional(v.number()),
  /** ids of documents that were sent ahead of their turn and have not come in it yet */
  ahead: v.exactOptional(v.array(v.string())),
});
export type Standing = v.InferOutput<typeof Standing>;

export const standingKey = (collection: CollectionName): string => `pull:${collection}`;
/** A row that asks for a repair; kept apart, as a pull that runs meanwhile writes where it stands. */
const wishKey = (collection: CollectionName): string => `repair:${collection}`;

/** Compares the collection with the server from the start, from the next pull on. Resolves when the wish is durable. */
export const wishRepair = async (device: DeviceDatabase, collection: CollectionName): Promise<void> => void (await device.meta.put({ key: wishKey(collection), value: true }));

/** Where it stands, with a wish for a repair taken into account. What makes no sense is a reason to begin anew. */
export async function readStanding(device: DeviceDatabase, collection: CollectionName): Promise<Standing> {
  const [row, wish] = await Promise.all([device.meta.get(standingKey(collection)), device.meta.rows.get(wishKey(collection))]);
  const read = v.safeParse(Standing, row?.value);
  const standing: Standing = read.success ? read.output : { checkpoint: null, complete: false, repair: row !== undefined };
  if (!wish) return standing;
  const anew: Standing = { checkpoint: null, complete: standing.complete, repair: true };
  // in this order: the wish stands until what it asked for is durable
  await device.meta.put({ key: standingKey(collection), value: anew });
  await device.meta.delete(wishKey(collection));
  return anew;
}

export const keepStanding = async (device: DeviceDatabase, collection: CollectionName, standing: Standing): Promise<void> =>
  void (await device.meta.put({ key: standingKey(collection), value: standing }));
