/** Where the pull of a collection stands, kept in the device database. */
import * as v from 'valibot';
import type { CollectionName } from '../../model/registry';
import { Checkpoint } from '../../protocol/messages';
import type { DeviceDatabase } from './device-database';

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

/** Where each stands, with wishes for repairs taken into account, in one read. What makes no sense is a reason to begin anew. */
export async function readStandings(device: DeviceDatabase, names: readonly CollectionName[]): Promise<Map<CollectionName, Standing>> {
  const { meta } = device;
  const rows = await meta.rows.bulkGet([...names.map(standingKey), ...names.map(wishKey)]);
  const standings = await Promise.all(names.map(async (collection, i): Promise<[CollectionName, Standing]> => {
    const [row, wish] = [rows[i], rows[names.length + i]];
    const read = v.safeParse(Standing, row && (await meta.open(row)).value);
    const standing: Standing = read.success ? read.output : { checkpoint: null, complete: false, repair: row !== undefined };
    if (!wish) return [collection, standing];
    const anew: Standing = { checkpoint: null, complete: standing.complete, repair: true };
    // in this order: the wish stands until what it asked for is durable
    await keepStandings(device, [[collection, anew]]);
    await meta.delete(wishKey(collection));
    return [collection, anew];
  }));
  return new Map(standings);
}

/** Whether all of the collection has come to this device once. */
export async function isComplete({ meta }: DeviceDatabase, collection: CollectionName): Promise<boolean> {
  const read = v.safeParse(Standing, (await meta.get(standingKey(collection)))?.value);
  return read.success && read.output.complete;
}

/** Resolves when they are durable, all in one write. */
export const keepStandings = (device: DeviceDatabase, standings: readonly (readonly [CollectionName, Standing])[]): Promise<void> =>
  device.meta.bulkPut(standings.map(([collection, value]) => ({ key: standingKey(collection), value })));
