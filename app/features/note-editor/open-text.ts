/** The editor's access to the replica. */
import type { OpenText } from '../../../sync/engine/text/open-text';
import { replica } from '~/replica/client';

/** Opens a text; `onUpdate` receives updates from elsewhere. */
export async function openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText> {
  return replica().openText(contentId, onUpdate);
}

export const textOf = (contentId: string, format: 'text' | 'markdown' | 'html'): Promise<string> =>
  replica().textOf(contentId, format);
