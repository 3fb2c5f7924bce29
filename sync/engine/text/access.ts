/**
 * Determines whether a text is available on this device, and whether this person may write it.
 *
 *   row of the note     text                             → available
 *   any                 has a state                      → yes
 *   no characters       empty                            → yes
 *   characters          empty, with updates in the log   → yes: they are not compacted yet
 *   characters          empty or missing                 → no: the row arrived before its text
 *   characters, old     empty                            → yes: the device that typed it may never send it
 *   (created by edit)   missing, first sync finished     → yes: the text is created with the first edit
 *   (created by edit)   missing, first sync running      → no: it may still arrive
 */
import { childParentOf, KINDS, topDocumentOf } from '../../model/kinds';
import type { DeviceDatabase } from '../storage/device-database';
import type { Clock } from '../storage/clock';
import type { Documents } from '../storage/documents';
import { isComplete } from '../storage/checkpoints';

/**
 * Milliseconds after the last change of a row during which the device waits for its text. If the device that sent the
 * row never sends the text, the note must not stay locked; a text that arrives later is merged with the text written
 * meanwhile.
 */
const TEXT_LATE_MS = 60 * 60_000;

export interface AccessStores {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
}

/**
 * Whether the text may be written; null if it is not available (yet): then no new text may be created in its place.
 */
export async function mayWrite({ documents, device, clock }: AccessStores, contentId: string): Promise<boolean | null> {
  const [kind, id] = topDocumentOf('noteContents', contentId);
  // The order of reads matters: compaction writes the row, then the text, and empties the log last. At any step of it,
  // one of the reads shows that the text is available.
  const row = 'characters' in KINDS[kind].fields ? await documents.get(kind as 'notes', id) : null;
  const characters = row?.characters ?? 0;
  const isLate = row !== null && clock.now() - row.updatedAt > TEXT_LATE_MS;
  const isTyped =
    characters > 0 && (await device.updates.rows.where('contentId').equals(contentId).limit(1).count()) > 0;
  const [content] = await documents.stored('noteContents', [contentId]);
  if (content && !content._deleted) {
    const isAvailable =
      documents.passes('noteContents', content) && (content['state'] !== '' || characters === 0 || isTyped || isLate);
    return isAvailable ? (content['abilities'] as string[]).includes('update') : null;
  }
  if (!childParentOf('noteContents', contentId)?.isCreatedByEdit || !(await isComplete(device, 'noteContents')))
    return null;
  return (await documents.get(kind, id))?.abilities.includes('update') ?? null;
}
