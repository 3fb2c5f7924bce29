/**
 * Notices that a part of this device's data is gone. The device database and every collection of the replica carry the same seal; a
 * browser that removed one of them, or a store that had to be made anew, took its seal along.
 *
 *   all agree                            → whole
 *   no seal anywhere, no witness         → a new device, or one from before there were seals
 *   no seal anywhere, a witness          → all of it is gone
 *   a collection without the seal        → its documents are gone: fetched again from the start
 *   the device database without a seal   → where pulls stood, typed text, calls and recordings are gone; documents stay and are
 *                                          compared with the server from the start
 *
 * Without this, a pull would go on from its checkpoint over an empty collection, and an empty workspace would pass for the truth.
 */
import { newId } from '../../../model/ids';
import { COLLECTIONS, type CollectionName } from '../../../model/registry';
import type { DeviceDatabase } from '../device-database';
import type { Documents } from '../documents';
import { saveCheckpoints, checkpointKey, type PullProgress } from '../checkpoints';

/** A deleted row: no query shows it. */
export const SEAL_ID = '~seal';
const KEY = 'seal';

interface Seal {
  token: string;
  /** version of each sealed collection */ versions: Partial<Record<CollectionName, number>>;
}

export interface MarkerCheck {
  documents: Documents;
  device: DeviceDatabase;
  locks: LockManager;
  scope: string;
}

export interface Finding {
  extent: 'all' | 'part';
  /** Begins the pulls anew and seals what is here. Safe to repeat: what a crash leaves is found again. */
  mend(): Promise<void>;
}

/** @param hadCopy a witness says that this device had a copy */
export async function findLoss(stores: MarkerCheck, hadCopy: boolean): Promise<Finding | null> {
  const { locks, scope } = stores;
  if ((await examine(stores, hadCopy)).state === 'whole') return null;
  // another tab may be sealing right now
  return locks.request(`satchel-whole:${scope}`, async () => {
    const found = await examine(stores, hadCopy);
    if (found.state === 'whole') return null;
    if (found.state === 'damaged')
      return {
        extent: found.extent,
        mend: async () => {
          await locks.request(`satchel-whole:${scope}`, () => seal(stores, found));
        },
      };
    await seal(stores, found);
    return null;
  });
}

interface Open {
  token: string | null;
  versions: Seal['versions'];
  /** without the seal */ bare: CollectionName[];
  /** to be pulled from the start */ restart: CollectionName[];
}
type Examined =
  { state: 'whole' } | ({ state: 'unsealed' } & Open) | ({ state: 'damaged'; extent: Finding['extent'] } & Open);

async function examine({ documents, device }: MarkerCheck, hadCopy: boolean): Promise<Examined> {
  const kept = sealOf((await device.meta.get(KEY))?.value);
  const rows = await Promise.all(
    documents.names.map(async (name) => ({ name, token: (await documents.stored(name, [SEAL_ID]))[0]?.['seal'] })),
  );
  const bare = rows
    .filter(({ name, token }) => !kept || token !== kept.token || kept.versions[name] !== COLLECTIONS[name].version)
    .map(({ name }) => name);
  if (kept && bare.length === 0) return { state: 'whole' };
  const standings = new Set(await device.meta.rows.where('key').anyOf(bare.map(checkpointKey)).primaryKeys());
  const open = { token: kept?.token ?? null, versions: kept?.versions ?? {}, bare };
  if (kept) {
    // a collection of a newer version brought its documents along; one that was never sealed is new
    const gone = await among(
      bare,
      async (name) =>
        kept.versions[name] !== undefined &&
        !(kept.versions[name] !== COLLECTIONS[name].version && (await documents.holdsAny(name))),
    );
    return gone.length > 0
      ? { state: 'damaged', extent: gone.length === documents.names.length ? 'all' : 'part', ...open, restart: gone }
      : { state: 'unsealed', ...open, restart: [] };
  }
  const sealedRows = rows.some(({ token }) => typeof token === 'string');
  if (sealedRows) return { state: 'damaged', extent: 'part', ...open, restart: [...documents.names] };
  if (hadCopy) return { state: 'damaged', extent: 'all', ...open, restart: [...documents.names] };
  // from before there were seals: believed, unless nothing is here of what was fetched
  const fetched = bare.filter((name) => standings.has(checkpointKey(name)));
  const held = await among(fetched, (name) => documents.holdsAny(name));
  return { state: 'unsealed', ...open, restart: held.length === 0 ? fetched : [] };
}

async function seal({ documents, device }: MarkerCheck, { token, versions, bare, restart }: Open): Promise<void> {
  const current = token ?? newId();
  // what is still here and was deleted on the server meanwhile is noticed by comparing with all of it
  const anew = async (name: CollectionName): Promise<[CollectionName, PullProgress]> => [
    name,
    { checkpoint: null, complete: false, repair: await documents.holdsAny(name) },
  ];
  await saveCheckpoints(device, await Promise.all(restart.map(anew)));
  await Promise.all(
    bare.map((name) =>
      documents.write(name, [SEAL_ID], () => ({
        version: { id: SEAL_ID, _deleted: true, seal: current },
        pending: null,
      })),
    ),
  );
  const value: Seal = {
    token: current,
    versions: { ...versions, ...Object.fromEntries(bare.map((name) => [name, COLLECTIONS[name].version])) },
  };
  await device.meta.put({ key: KEY, value });
}

function sealOf(value: unknown): Seal | null {
  const { token, versions } = (value ?? {}) as Partial<Seal>;
  return typeof token === 'string' && typeof versions === 'object' ? { token, versions } : null;
}

async function among<T>(all: readonly T[], test: (each: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(all.map(test));
  return all.filter((_, i) => kept[i]);
}
