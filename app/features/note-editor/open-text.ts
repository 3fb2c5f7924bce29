/** The editor's access to the replica. */
import type { OpenText } from '../../../sync/engine/text/open-text';
import type { ReplicaApi } from '../../../sync/engine/host/api';
import { replica } from '~/replica/client';

/** Opens a text; `onUpdate` receives updates from elsewhere. */
export async function openText(contentId: string, onUpdate: (update: Uint8Array) => void): Promise<OpenText> {
  return replica().openText(contentId, onUpdate);
}

export const textOf: ReplicaApi['textOf'] = (contentId, format) => replica().textOf(contentId, format);
