/**
 * What was sent and not answered. If the server has one of these after all, it is what later edits were based on, not somebody's
 * conflict; and a document that was sent may be on the server, so that its deletion has to be told.
 *
 *   remember (durable) ──► POST ──► answer: forgotten      no answer, a killed process: known to the next push
 *
 * Kept in the device database as bases (texts as state vectors), so that it outlives the process.
 */
import type { CollectionName } from '../../model/registry';
import type { Version } from '../../merge/merge';
import type { DeviceDatabase } from '../storage/device-database';
import { baseOf } from '../storage/stored';

/** Versions of one document that are remembered while no answer says what became of them. */
const REMEMBERED = 8;
const PREFIX = 'sent:';

export class InFlightWrites {
  private constructor(
    private readonly device: DeviceDatabase,
    private readonly sent: Map<string, Version[]>,
  ) {}

  /** What an earlier process left. `waits` tells whether a document still has something to send: of others nothing needs to be known. */
  static async open(
    device: DeviceDatabase,
    waits: (collection: CollectionName, id: string) => boolean,
  ): Promise<InFlightWrites> {
    const rows = await device.meta.rows.where('key').startsWith(PREFIX).toArray();
    const known = rows.filter(({ key }) => {
      const [collection, id] = key.slice(PREFIX.length).split('/') as [CollectionName, string];
      return waits(collection, id);
    });
    if (known.length < rows.length)
      await device.meta.bulkDelete(rows.filter((row) => !known.includes(row)).map(({ key }) => key));
    return new InFlightWrites(
      device,
      new Map((await device.meta.openAll(known)).map(({ key, value }) => [key, value as Version[]])),
    );
  }

  /** Before versions are sent. Resolves when durable. */
  async remember(collection: CollectionName, versions: Version[]): Promise<void> {
    const rows = versions.map((version) => {
      const key = keyOf(collection, version.id);
      const others = (this.sent.get(key) ?? []).filter((known) => known['rev'] !== version['rev']);
      const value = [...others, baseOf(collection, version)].slice(-REMEMBERED);
      this.sent.set(key, value);
      return { key, value };
    });
    await this.device.meta.bulkPut(rows);
  }

  /** The base that a version was, if it was sent from here. */
  find(collection: CollectionName, id: string, rev: unknown): Version | undefined {
    return this.sent.get(keyOf(collection, id))?.find((version) => version['rev'] === rev);
  }

  /** The base that the version was which was sent last. */
  last(collection: CollectionName, id: string): Version | undefined {
    return this.sent.get(keyOf(collection, id))?.at(-1);
  }

  has(collection: CollectionName, id: string): boolean {
    return this.sent.has(keyOf(collection, id));
  }

  /** Nothing sent before counts any more: the server is another one in all that was written since its backup. */
  async forgetAll(collection: CollectionName): Promise<void> {
    const keys = [...this.sent.keys()].filter((key) => key.startsWith(keyOf(collection, '')));
    for (const key of keys) this.sent.delete(key);
    await this.device.meta.bulkDelete(keys);
  }

  /** Once what became of them is written down. */
  async answered(collection: CollectionName, ids: string[]): Promise<void> {
    const keys = ids.map((id) => keyOf(collection, id));
    for (const key of keys) this.sent.delete(key);
    await this.device.meta.bulkDelete(keys);
  }
}

const keyOf = (collection: CollectionName, id: string): string => `${PREFIX}${collection}/${id}`;
