/** The summary of a text for lists: its beginning and its length. */
import type { NoteSummary } from '../../merge/note-text';
import { KINDS, topDocumentOf } from '../../model/kinds';
import type { Documents } from './documents';

/** Writes the summary of a text into the row of its document, if that has such fields and is on this device. */
export async function writeTextSummary(
  documents: Documents,
  contentId: string,
  summaryOf: () => NoteSummary,
): Promise<void> {
  const [kind, id] = topDocumentOf('noteContents', contentId);
  if (!('snippet' in KINDS[kind].fields) || !(await documents.get(kind, id))) return;
  const { snippet, words, characters } = summaryOf();
  await documents.change(kind, id, () => ({ snippet, words, characters }));
}
