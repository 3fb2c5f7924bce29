/**
 * Writes that are in flight: sent, and not answered yet. If the server has such a version after all, it is the base of
 * later edits, not a conflict; and the deletion of a document that was sent has to be pushed, because the server may
 * have it.
 *
 *   sent (durable) ──► POST ──► answered: forgotten      no answer, or the process ended: known to the next push
 *
 * Stored in the device database as bases (texts as state vectors), so that it outlives the process.
 */
import type { KindName } from '../../model/kinds';
import type { Version } from '../../merge/merge';
import type { DeviceDatabase } from '../storage/device-database';
import { baseOf } from '../storage/stored';
import { withSent } from './sent-versions';

const PREFIX = 'sent:';

export class InFlightWrites {
  private constructor(
    private readonly device: DeviceDatabase,
    private readonly versions: Map<string, Version[]>,
  ) {}

  /** Reads the writes of an earlier process; those of documents that are no longer pending are dropped. */
  static async open(
    device: DeviceDatabase,
    isPending: (collection: KindName, id: string) => boolean,
  ): Promise<InFlightWrites> {
    const rows = await device.meta.rows.where('key').startsWith(PREFIX).toArray();
    const known = rows.filter(({ key }) => {
      const [collection, id] = key.slice(PREFIX.length).split('/') as [KindName, string];
      return isPending(collection, id);
    });
    if (known.length < rows.length)
      await device.meta.bulkDelete(rows.filter((row) => !known.includes(row)).map(({ key }) => key));
    return new InFlightWrites(
      device,
      new Map((await device.meta.openAll(known)).map(({ key, value }) => [key, value as Version[]])),
    );
  }

  /** Versions are about to be sent. Resolves when they are durable. */
  async sending(collection: KindName, versions: Version[]): Promise<void> {
    const rows = this.rows(collection, versions);
    for (const { key, value } of rows) this.versions.set(key, value);
    await this.device.meta.bulkPut(rows);
  }

  /** The rows that mark versions as sent, beside those sent before. */
  rows(collection: KindName, versions: Version[]): { key: string; value: Version[] }[] {
    return versions.map((version) => {
      const key = keyOf(collection, version.id);
      return { key, value: withSent(this.versions.get(key) ?? [], [baseOf(collection, version)]) };
    });
  }

  /** The base of a revision that was sent from here. */
  find(collection: KindName, id: string, rev: unknown): Version | undefined {
    return this.versions.get(keyOf(collection, id))?.find((version) => version['rev'] === rev);
  }

  /** The base of the version sent last. */
  last(collection: KindName, id: string): Version | undefined {
    return this.versions.get(keyOf(collection, id))?.at(-1);
  }

  has(collection: KindName, id: string): boolean {
    return this.versions.has(keyOf(collection, id));
  }

  /** Whether one version was sent, however often. */
  hasOne(collection: KindName, id: string): boolean {
    return this.versions.get(keyOf(collection, id))?.length === 1;
  }

  /** Drops everything sent before: a restored server has none of the writes since its backup. */
  async forgetAll(collection: KindName): Promise<void> {
    const keys = [...this.versions.keys()].filter((key) => key.startsWith(keyOf(collection, '')));
    for (const key of keys) this.versions.delete(key);
    await this.device.meta.bulkDelete(keys);
  }

  /** Drops writes whose outcome is stored. */
  async answered(collection: KindName, ids: string[]): Promise<void> {
    const keys = ids.map((id) => keyOf(collection, id));
    for (const key of keys) this.versions.delete(key);
    await this.device.meta.bulkDelete(keys);
  }
}

/** Whether a version of a document was sent and is not answered yet, in any tab or earlier process. */
export const isInFlight = async (device: DeviceDatabase, collection: KindName, id: string): Promise<boolean> =>
  (await device.meta.rows.get(keyOf(collection, id))) !== undefined;

const keyOf = (collection: KindName, id: string): string => `${PREFIX}${collection}/${id}`;
