/**
 * Whether a text is on this device, and whether this person may write it.
 *
 *   the row of a note     its text                          → here
 *   any                   a state                           → yes
 *   no characters         empty                             → yes
 *   characters            empty, its letters are in the log → yes: they are not folded yet
 *   characters            empty, or none                    → no: the row came to this device before its text
 *   characters, late      empty                             → yes: the device that typed it may never send it
 *   a meeting's           none, all texts came once         → yes: it is made with the first words
 *   a meeting's           none, a first sync runs           → no: it may still come
 */
import type { DeviceDatabase } from '../storage/device-database';
import type { Clock } from '../storage/clock';
import type { Documents } from '../storage/documents';
import { isComplete } from '../storage/checkpoints';
import { meetingOf } from '../storage/content-id';

/**
 * Milliseconds after the last change of a row in which its text is waited for. A device that ended between sending the two, and never comes
 * back, must not close the note for good; a text that comes later merges with what was written in its place.
 */
const TEXT_LATE_MS = 60 * 60_000;

export interface AccessStores {
  documents: Documents;
  device: DeviceDatabase;
  clock: Clock;
}

/** null: the text is not here (yet), and nothing may be written in its place. */
export async function mayWrite({ documents, device, clock }: AccessStores, contentId: string): Promise<boolean | null> {
  const meetingId = meetingOf(contentId);
  // In this order: a fold writes the row, then the text, and empties the log at the end. Whatever of it is seen, the text is seen to be here.
  const row = meetingId === null ? await documents.get('notes', contentId) : null;
  const characters = row?.characters ?? 0;
  const isLate = row !== null && clock.now() - row.updatedAt > TEXT_LATE_MS;
  const isTyped =
    characters > 0 && (await device.updates.rows.where('contentId').equals(contentId).limit(1).count()) > 0;
  const [content] = await documents.stored('noteContents', [contentId]);
  if (content && !content._deleted) {
    const isHere =
      documents.passes('noteContents', content) && (content['state'] !== '' || characters === 0 || isTyped || isLate);
    return isHere ? (content['abilities'] as string[]).includes('update') : null;
  }
  if (meetingId === null || !(await isComplete(device, 'noteContents'))) return null;
  return (await documents.get('meetings', meetingId))?.abilities.includes('update') ?? null;
}
