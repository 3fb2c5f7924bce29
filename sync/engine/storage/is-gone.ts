import type { KindName } from '../../model/kinds';
import type { Documents } from './documents';

/**
 * Whether a document is not on this device, and its deletion can no longer be undone here. One read decides, as the
 * document may be deleted or restored concurrently.
 */
export async function isGone(documents: Pick<Documents, 'stored'>, kind: KindName, id: string): Promise<boolean> {
  const [row] = await documents.stored(kind, [id]);
  return !row || (row._deleted && !row.waits);
}
