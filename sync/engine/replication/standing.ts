/** Where the pull of a collection stands on this device. */
import type { CollectionName } from '../../model/registry';
import type { Checkpoint } from '../../protocol/messages';
import type { DeviceDatabase } from '../device/database';

/** `complete` false: a first pull has not ended yet. */
export interface Standing {
  checkpoint: Checkpoint | null;
  complete: boolean;
  /** the pull from the start is a repair: what it does not see is gone */
  repair: boolean;
  /** documents that came so far, of a first pull */
  received?: number;
  /** ids of documents that were sent ahead of their turn and have not come in it yet */
  ahead?: string[];
}

const keyOf = (collection: CollectionName): string => `pull:${collection}`;

export async function readStanding(device: DeviceDatabase, collection: CollectionName): Promise<Standing> {
  const row = await device.meta.get(keyOf(collection));
  return (row?.value as Standing | undefined) ?? { checkpoint: null, complete: false, repair: false };
}

/** Resolves when durable. */
export async function keepStanding(device: DeviceDatabase, collection: CollectionName, standing: Standing): Promise<void> {
  await device.meta.put({ key: keyOf(collection), value: standing });
}
