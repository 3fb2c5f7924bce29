/** Writes texts that were open when the databases were deleted into the log of the new ones. */
import * as Y from 'yjs';
import { childParentOf, topDocumentOf } from '../../model/kinds';
import { fromBase64 } from '../../merge/yjs';
import { applyBytes, type TextStores } from './compact';

type Stores = Pick<TextStores, 'documents' | 'device' | 'clock'>;

/** The person's rights in a text, or in the document with whose first edit it is created. */
async function abilitiesOf({ documents }: Stores, contentId: string): Promise<readonly string[]> {
  const content = await documents.get('noteContents', contentId);
  if (content || !childParentOf('noteContents', contentId)?.isCreatedByEdit) return content?.abilities ?? [];
  return (await documents.get(...topDocumentOf('noteContents', contentId)))?.abilities ?? [];
}

/** Whether a text has words or deletions that a stored state lacks. */
function exceeds(text: Uint8Array, stored: string): boolean {
  const doc = new Y.Doc();
  if (stored !== '') applyBytes(doc, () => fromBase64(stored));
  let isChanged = false;
  doc.on('update', () => (isChanged = true));
  return applyBytes(doc, () => text) && isChanged;
}

/**
 * Logs what the replica lacks of each text that this person may write. Without it a text whose row was written before
 * the deletion, and whose state was not, would count as missing and could not be written.
 */
export async function restoreTexts(
  stores: Stores,
  texts: readonly { contentId: string; state: Uint8Array }[],
): Promise<void> {
  const { documents, device, clock } = stores;
  for (const { contentId, state } of texts) {
    const stored = (await documents.get('noteContents', contentId))?.state ?? '';
    if (!(await abilitiesOf(stores, contentId)).includes('update') || !exceeds(state, stored)) continue;
    await device.updates.rows.add(await device.updates.seal({ contentId, update: state, at: clock.now() }));
  }
}
