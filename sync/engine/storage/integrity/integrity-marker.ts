/**
 * Detects that a part of this device's data is lost. The device database and every store of the replica hold the same
 * marker; a removed or recreated store has lost its marker.
 *
 *   all markers agree                   → whole
 *   no marker, no loss counter          → a new device, or one from before markers existed
 *   no marker, a loss counter           → everything is lost
 *   a store without the marker          → its documents are lost: their kinds are pulled again from the start
 *   device database without the marker  → checkpoints, logged typing, calls and recordings are lost; documents are compared with
 *                                         the server from the start
 *
 * Without this check, a pull would continue from its checkpoint over an empty store, and the workspace would appear
 * empty.
 */
import { newId } from '../../../model/ids';
import { KINDS, type KindName } from '../../../model/kinds';
import { STORES, type StoreName } from '../../../model/stores';
import type { DeviceDatabase } from '../device-database';
import type { Documents } from '../documents';
import { saveCheckpoints, checkpointKey, type PullProgress } from '../checkpoints';

/** Id of the marker row. */
export const MARKER_ID = '~seal';
const KEY = 'seal';

interface Marker {
  token: string;
  /** schema version of each marked store */ versions: Partial<Record<StoreName, number>>;
}

export interface MarkerCheck {
  documents: Documents;
  device: DeviceDatabase;
  locks: LockManager;
  scope: string;
}

export interface Finding {
  extent: 'all' | 'part';
  /** Restarts the pulls and writes markers. Idempotent: after a crash the loss is detected again. */
  repair(): Promise<void>;
}

/** @param hadCopy a loss counter proves that this device had a replica */
export async function findLoss(stores: MarkerCheck, hadCopy: boolean): Promise<Finding | null> {
  const { locks, scope } = stores;
  if ((await examine(stores, hadCopy)).state === 'whole') return null;
  // Another tab may be writing markers now.
  return locks.request(`satchel-whole:${scope}`, async () => {
    const found = await examine(stores, hadCopy);
    if (found.state === 'whole') return null;
    if (found.state === 'damaged')
      return {
        extent: found.extent,
        repair: async () => {
          await locks.request(`satchel-whole:${scope}`, () => writeMarkers(stores, found));
        },
      };
    await writeMarkers(stores, found);
    return null;
  });
}

interface Open {
  token: string | null;
  versions: Marker['versions'];
  /** stores without the marker */ unmarked: StoreName[];
  /** kinds to pull from the start */ restart: KindName[];
}
type Examined =
  { state: 'whole' } | ({ state: 'unmarked' } & Open) | ({ state: 'damaged'; extent: Finding['extent'] } & Open);

async function examine({ documents, device }: MarkerCheck, hadCopy: boolean): Promise<Examined> {
  const marker = markerOf((await device.meta.get(KEY))?.value);
  const rows = await Promise.all(
    documents.stores.map(async (store) => ({ store, token: (await documents.storeRow(store, MARKER_ID))?.['seal'] })),
  );
  const unmarked = rows
    .filter(({ store, token }) => !marker || token !== marker.token || marker.versions[store] !== STORES[store].version)
    .map(({ store }) => store);
  if (marker && unmarked.length === 0) return { state: 'whole' };
  const open = { token: marker?.token ?? null, versions: marker?.versions ?? {}, unmarked };
  const kindsIn = (stores: readonly StoreName[]): KindName[] =>
    documents.names.filter((kind) => stores.includes(KINDS[kind].store));
  if (marker) {
    // A store with a newer schema version has migrated its documents; one that was never marked is new.
    const gone = await filterAsync(
      unmarked,
      async (store) =>
        marker.versions[store] !== undefined &&
        !(
          marker.versions[store] !== STORES[store].version &&
          (await filterAsync(kindsIn([store]), (kind) => documents.holdsAny(kind))).length > 0
        ),
    );
    return gone.length > 0
      ? {
          state: 'damaged',
          extent: gone.length === documents.stores.length ? 'all' : 'part',
          ...open,
          restart: kindsIn(gone),
        }
      : { state: 'unmarked', ...open, restart: [] };
  }
  const hasMarkedRows = rows.some(({ token }) => typeof token === 'string');
  if (hasMarkedRows) return { state: 'damaged', extent: 'part', ...open, restart: [...documents.names] };
  if (hadCopy) return { state: 'damaged', extent: 'all', ...open, restart: [...documents.names] };
  // From before markers existed: accepted, unless all pulled kinds are empty.
  const pulled = new Set(await device.meta.rows.where('key').anyOf(documents.names.map(checkpointKey)).primaryKeys());
  const fetched = documents.names.filter((kind) => pulled.has(checkpointKey(kind)));
  const held = await filterAsync(fetched, (kind) => documents.holdsAny(kind));
  return { state: 'unmarked', ...open, restart: held.length === 0 ? fetched : [] };
}

async function writeMarkers(
  { documents, device }: MarkerCheck,
  { token, versions, unmarked, restart }: Open,
): Promise<void> {
  const current = token ?? newId();
  // Documents deleted on the server meanwhile are found by comparing all of them.
  const anew = async (kind: KindName): Promise<[KindName, PullProgress]> => [
    kind,
    { checkpoint: null, complete: false, repair: await documents.holdsAny(kind) },
  ];
  await saveCheckpoints(device, await Promise.all(restart.map(anew)));
  await Promise.all(unmarked.map((store) => documents.writeStoreRow(store, MARKER_ID, { seal: current })));
  const value: Marker = {
    token: current,
    versions: { ...versions, ...Object.fromEntries(unmarked.map((store) => [store, STORES[store].version])) },
  };
  await device.meta.put({ key: KEY, value });
}

function markerOf(value: unknown): Marker | null {
  const { token, versions } = (value ?? {}) as Partial<Marker>;
  return typeof token === 'string' && typeof versions === 'object' ? { token, versions } : null;
}

async function filterAsync<T>(all: readonly T[], test: (each: T) => Promise<boolean>): Promise<T[]> {
  const results = await Promise.all(all.map(test));
  return all.filter((_, i) => results[i]);
}
