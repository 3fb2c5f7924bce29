/**
 * Repair of damaged rows in the replica: they are removed, so that no screen or pull fails on them, and pulled again.
 *
 *   damaged row ──► pending? its readable part becomes a rejected change ──► repair request, durable ──► row replaced
 *                   by a deletion without content ──► pull
 *
 * Once per document and process: if the same damage returns by a pull, the server's document is damaged.
 */
import { KINDS, type KindName } from '../../../model/kinds';
import type { DeviceDatabase } from '../device-database';
import { titleOf } from '../titles';
import { requestRepair } from '../checkpoints';
import type { Clock } from '../clock';
import type { Documents } from '../documents';
import { versionOf, type Stored, type StoredFields } from '../stored';
import { isSound } from './layout-check';

export interface RepairParts {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
  /** asks the leader to pull the kind */
  pull: (collection: KindName) => void;
  /** called after a damaged row was replaced */
  replaced: () => void;
  report: (error: unknown) => void;
}

export class Repair {
  private readonly rows = new Map<string, 'going' | 'gone'>();
  /** results by row identity, so that repeated queries cost nothing */
  private readonly checked = new WeakMap<object, boolean>();

  constructor(private readonly parts: RepairParts) {}

  /** Whether a row may be shown. A damaged row is scheduled for replacement. */
  passes(collection: KindName, row: StoredFields & { _deleted?: boolean }): boolean {
    const known = this.checked.get(row);
    if (known !== undefined) return known;
    const passes =
      row._deleted === true || isSound(collection, row) || this.rows.get(keyOf(collection, row.id)) === 'gone';
    this.checked.set(row, passes);
    if (!passes) this.schedule(collection, row.id);
    return passes;
  }

  /** Replaces a row whose damage only its reader detects (a text that cannot be decoded). */
  schedule(collection: KindName, id: string): void {
    const key = keyOf(collection, id);
    if (this.rows.has(key)) return;
    this.rows.set(key, 'going');
    this.replace(collection, id).then(
      () => {
        this.rows.set(key, 'gone');
        this.parts.replaced();
      },
      (error: unknown) => {
        // the next reader tries again
        this.rows.delete(key);
        this.parts.report(error);
      },
    );
  }

  private async replace(collection: KindName, id: string): Promise<void> {
    const { documents, device, pull } = this.parts;
    const [stored] = await documents.stored(collection, [id]);
    if (!stored || stored._deleted) return;
    await saveUnreadableEdit(this.parts, collection, stored);
    await requestRepair(device, collection);
    await documents.write(collection, [id], (now) =>
      now?._rev === stored._rev ? { version: { id, _deleted: true }, pending: null } : 'keep',
    );
    pull(collection);
  }
}

const keyOf = (collection: KindName, id: string): string => `${collection}/${id}`;

/** Saves the pending edit of a damaged row as a rejected change, as it cannot be sent any more. */
export async function saveUnreadableEdit(
  { device, clock }: Pick<RepairParts, 'device' | 'clock'>,
  collection: KindName,
  stored: Stored,
): Promise<void> {
  if (!stored.waits || !Object.hasOwn(KINDS, collection)) return;
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
