/**
 * Detects that a part of this device's data is lost. The device database and every collection of the replica store the
 * same marker; a removed or recreated store has lost its marker.
 *
 *   all markers agree                   → whole
 *   no marker, no loss counter          → a new device, or one from before markers existed
 *   no marker, a loss counter           → everything is lost
 *   a collection without the marker     → its documents are lost: pulled again from the start
 *   device database without the marker  → checkpoints, logged typing, calls and recordings are lost; documents are compared with
 *                                         the server from the start
 *
 * Without this check, a pull would continue from its checkpoint over an empty collection, and the workspace would
 * appear empty.
 */
import { newId } from '../../../model/ids';
import { KINDS, type KindName } from '../../../model/kinds';
import { STORES } from '../../../model/stores';
import type { DeviceDatabase } from '../device-database';
import type { Documents } from '../documents';
import { saveCheckpoints, checkpointKey, type PullProgress } from '../checkpoints';

/** Id of the marker row. It is stored as deleted, so that no query returns it. */
export const MARKER_ID = '~seal';
const KEY = 'seal';

interface Marker {
  token: string;
  /** schema version of each marked collection */ versions: Partial<Record<KindName, number>>;
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
  /** collections without the marker */ unmarked: KindName[];
  /** collections to pull from the start */ restart: KindName[];
}
type Examined =
  { state: 'whole' } | ({ state: 'unmarked' } & Open) | ({ state: 'damaged'; extent: Finding['extent'] } & Open);

async function examine({ documents, device }: MarkerCheck, hadCopy: boolean): Promise<Examined> {
  const marker = markerOf((await device.meta.get(KEY))?.value);
  const rows = await Promise.all(
    documents.names.map(async (name) => ({ name, token: (await documents.stored(name, [MARKER_ID]))[0]?.['seal'] })),
  );
  const unmarked = rows
    .filter(
      ({ name, token }) =>
        !marker || token !== marker.token || marker.versions[name] !== STORES[KINDS[name].store].version,
    )
    .map(({ name }) => name);
  if (marker && unmarked.length === 0) return { state: 'whole' };
  const pulled = new Set(await device.meta.rows.where('key').anyOf(unmarked.map(checkpointKey)).primaryKeys());
  const open = { token: marker?.token ?? null, versions: marker?.versions ?? {}, unmarked };
  if (marker) {
    // A collection with a newer schema version has migrated its documents; one that was never marked is new.
    const gone = await filterAsync(
      unmarked,
      async (name) =>
        marker.versions[name] !== undefined &&
        !(marker.versions[name] !== STORES[KINDS[name].store].version && (await documents.holdsAny(name))),
    );
    return gone.length > 0
      ? { state: 'damaged', extent: gone.length === documents.names.length ? 'all' : 'part', ...open, restart: gone }
      : { state: 'unmarked', ...open, restart: [] };
  }
  const hasMarkedRows = rows.some(({ token }) => typeof token === 'string');
  if (hasMarkedRows) return { state: 'damaged', extent: 'part', ...open, restart: [...documents.names] };
  if (hadCopy) return { state: 'damaged', extent: 'all', ...open, restart: [...documents.names] };
  // From before markers existed: accepted, unless all pulled collections are empty.
  const fetched = unmarked.filter((name) => pulled.has(checkpointKey(name)));
  const held = await filterAsync(fetched, (name) => documents.holdsAny(name));
  return { state: 'unmarked', ...open, restart: held.length === 0 ? fetched : [] };
}

async function writeMarkers(
  { documents, device }: MarkerCheck,
  { token, versions, unmarked: unmarked, restart }: Open,
): Promise<void> {
  const current = token ?? newId();
  // Documents deleted on the server meanwhile are found by comparing all of them.
  const anew = async (name: KindName): Promise<[KindName, PullProgress]> => [
    name,
    { checkpoint: null, complete: false, repair: await documents.holdsAny(name) },
  ];
  await saveCheckpoints(device, await Promise.all(restart.map(anew)));
  await Promise.all(
    unmarked.map((name) =>
      documents.write(name, [MARKER_ID], () => ({
        version: { id: MARKER_ID, _deleted: true, seal: current },
        pending: null,
      })),
    ),
  );
  const value: Marker = {
    token: current,
    versions: { ...versions, ...Object.fromEntries(unmarked.map((name) => [name, STORES[KINDS[name].store].version])) },
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
