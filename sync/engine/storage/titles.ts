/** Names of documents in lists. */
import { topDocumentOf } from '../../model/kinds';
import { shownUrl } from '../../model/shown-host';
import type { Documents } from './documents';

/** Name of a document for lists: its title, the question it asks, or the address of a page that was not read yet. */
export const titleOf = (version: Record<string, unknown>): string => {
  const title = version['title'] ?? version['name'] ?? version['term'] ?? version['question'];
  if (typeof title === 'string' && title !== '') return title;
  const { url } = version;
  return typeof url === 'string' && url !== '' ? shownUrl(url) : '';
};

/** Name of the document that a text belongs to. */
export async function nameOfText(documents: Documents, contentId: string): Promise<string> {
  const [top, topId] = topDocumentOf('noteContents', contentId);
  const owner = documents.names.includes(top) ? await documents.get(top, topId) : null;
  return owner ? titleOf(owner as unknown as Record<string, unknown>) : '';
}
