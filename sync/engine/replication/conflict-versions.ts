/**
 * Stores the losing versions of merges for the conflict inbox. They are stored before the merge is written: after a
 * crash in between one version too many is listed, never one too few.
 */
import type { FieldConflict } from '../../merge/values';
import type { Version } from '../../merge/merge';
import { yjsField, type KindName } from '../../model/kinds';
import type { DeviceDatabase } from '../storage/device-database';
import type { ConflictVersion } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { nameOfText, titleOf } from '../storage/titles';

/** @param at time of the merge, milliseconds since the epoch */
export async function saveConflictVersions(
  { device, documents }: { device: DeviceDatabase; documents: Documents },
  collection: KindName,
  mine: Version,
  theirs: Version,
  conflicts: FieldConflict[],
  at: number,
): Promise<void> {
  if (conflicts.length === 0) return;
  const title = yjsField(collection) !== null ? await nameOfText(documents, mine.id) : titleOf(theirs) || titleOf(mine);
  await device.conflictVersions.bulkPut(
    conflicts.map((side): ConflictVersion => ({
      // the same merge computed twice gives one row
      id: `${collection}/${mine.id}/${side.field}/${String(mine['rev'])}/${String(theirs['rev'])}`,
      collection,
      documentId: mine.id,
      title,
      at,
      resolved: false,
      ...side,
    })),
  );
}
