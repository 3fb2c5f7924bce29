/** Names of documents in lists. */
import { meetingOf } from '../../model/ids';
import type { Documents } from './documents';

/** Name of a document for lists: its title, if it has one. */
export const titleOf = (version: Record<string, unknown>): string => {
  const title = version['title'] ?? version['name'] ?? version['term'];
  return typeof title === 'string' ? title : '';
};

/** Name of the document that a text belongs to. */
export async function nameOfText(documents: Documents, contentId: string): Promise<string> {
  const meetingId = meetingOf(contentId);
  const owner = await (meetingId ? documents.get('meetings', meetingId) : documents.get('notes', contentId));
  return owner?.title ?? '';
}
