/**
 * Damaged rows of the replica: taken out, so that no screen and no pull trips over them, and fetched again from the server.
 *
 *   damaged row ──► (it waits: what can be read of it needs attention) ──► wish for a repair, durable ──► a bare mark in its place ──► pull
 *
 * Once per document and process: a row that comes back the same is what the server has.
 */
import { COLLECTIONS, type CollectionName } from '../../../model/registry';
import type { DeviceDatabase } from '../device-database';
import { titleOf } from '../titles';
import { wishRepair } from '../checkpoints';
import type { Clock } from '../clock';
import type { Documents } from '../documents';
import { versionOf, type Stored, type StoredFields } from '../stored';
import { isSound } from './layout-check';

export interface RepairParts {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  /** has the leader pull it */
  pull: (collection: CollectionName) => void;
  report: (error: unknown) => void;
}

export class Repair {
  private readonly rows = new Map<string, 'going' | 'gone'>();
  /** rows by identity: a list that is asked again costs nothing */
  private readonly looked = new WeakMap<object, boolean>();

  constructor(private readonly parts: RepairParts) {}

  /** Whether a row may be shown; one that is damaged is on its way out from now on. */
  passes(collection: CollectionName, row: StoredFields & { _deleted?: boolean }): boolean {
    const known = this.looked.get(row);
    if (known !== undefined) return known;
    const passes =
      row._deleted === true || isSound(collection, row) || this.rows.get(keyOf(collection, row.id)) === 'gone';
    this.looked.set(row, passes);
    if (!passes) this.begin(collection, row.id);
    return passes;
  }

  /** For damage that only its reader notices (a text that cannot be decoded). */
  begin(collection: CollectionName, id: string): void {
    const key = keyOf(collection, id);
    if (this.rows.has(key)) return;
    this.rows.set(key, 'going');
    this.replace(collection, id).then(() => this.rows.set(key, 'gone'), this.parts.report);
  }

  private async replace(collection: CollectionName, id: string): Promise<void> {
    const { documents, device, pull } = this.parts;
    const [stored] = await documents.stored(collection, [id]);
    if (!stored || stored._deleted) return;
    await keepUnreadable(this.parts, collection, stored);
    await wishRepair(device, collection);
    await documents.write(collection, [id], (now) =>
      now?._rev === stored._rev ? { version: { id, _deleted: true }, pending: null } : 'keep',
    );
    pull(collection);
  }
}

const keyOf = (collection: CollectionName, id: string): string => `${collection}/${id}`;

/** What of a damaged row waits for the server: kept for the person, as it can be sent no more. */
export async function keepUnreadable(
  { device, clock }: Pick<RepairParts, 'device' | 'clock'>,
  collection: CollectionName,
  stored: Stored,
): Promise<void> {
  if (!stored.waits || !Object.hasOwn(COLLECTIONS, collection)) return;
  await device.rejectedChanges.put({
    id: `${collection}/${stored.id}/damaged`,
    collection,
    documentId: stored.id,
    code: 'DOCUMENT_INVALID',
    field: '',
    content: versionOf(stored),
    title: titleOf(stored),
    at: clock.now(),
  });
}
