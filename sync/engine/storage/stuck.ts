/**
 * Pending documents that the server repeatedly fails to accept. They stay in the replica, are retried, and are listed
 * under "needs attention" in every tab: each is a row of the device database.
 *
 *   5xx or timeout, FAULTS_MAX times ──┐
 *   text larger than the limit ────────┴► stuck ──► accepted, or not pending any more: removed
 */
import type { KindName } from '../../model/kinds';
import { base64Length } from '../../model/base64';
import { LIMITS } from '../../model/limits';
import { ERRORS, isErrorCode, type ErrorCode } from '../../protocol/errors';
import type { DeviceDatabase } from './device-database';

/** Attempts that end with a server error before the document is shown as stuck. */
export const FAULTS_MAX = 3;
export const TOO_LARGE: ErrorCode = 'NOTE_CONTENT_TOO_LARGE';
const PREFIX = 'stuck:';

export interface Stuck {
  code: string;
  /** milliseconds since the epoch */
  at: number;
}
type Meta = Pick<DeviceDatabase, 'meta'>;

/** `<kind>/<id>` */
export const placeOf = (collection: KindName, id: string): string => `${collection}/${id}`;

/** Whether a code means that the server failed, rather than rejected. */
export const isFault = (code: string): boolean => isErrorCode(code) && ERRORS[code].status >= 500;

/** Whether a stored text is larger than the server accepts. */
export const isTooLarge = (document: { state?: unknown; _deleted?: unknown }): boolean =>
  document._deleted !== true &&
  typeof document.state === 'string' &&
  document.state.length > base64Length(LIMITS.noteStateBytes);

/** Resolves when it is durable. */
export const markStuck = async ({ meta }: Meta, collection: KindName, id: string, stuck: Stuck): Promise<void> =>
  void (await meta.put({ key: PREFIX + placeOf(collection, id), value: stuck }));

export const clearStuck = ({ meta }: Meta, places: readonly string[]): Promise<void> =>
  meta.bulkDelete(places.map((place) => PREFIX + place));

/** `<kind>/<id>` of all stuck documents. */
export async function stuckDocuments({ meta }: Meta): Promise<string[]> {
  return (await meta.rows.where('key').startsWith(PREFIX).primaryKeys()).map((key) => key.slice(PREFIX.length));
}

/** Why a document is stuck; null if it is not. */
export async function stuckOf({ meta }: Meta, collection: KindName, id: string): Promise<Stuck | null> {
  return ((await meta.get(PREFIX + placeOf(collection, id)))?.value as Stuck | null | undefined) ?? null;
}

/** Stored rows, of all places or of one, to be read inside a live query. */
export const stuckRows = ({ meta }: Meta, place?: string) =>
  place === undefined ? meta.rows.where('key').startsWith(PREFIX) : meta.rows.where('key').equals(PREFIX + place);

/** Decrypts the rows of `stuckRows`; by `<kind>/<id>`. */
export async function openStuck(
  { meta }: Meta,
  rows: Parameters<DeviceDatabase['meta']['openAll']>[0],
): Promise<Map<string, Stuck>> {
  return new Map((await meta.openAll(rows)).map(({ key, value }) => [key.slice(PREFIX.length), value as Stuck]));
}
