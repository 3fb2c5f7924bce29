/** Keys of blobs. The server makes them; they are checked all the same, as they become paths. */
import { CallError } from '../../../sync/protocol/errors';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** The key itself. Throws PARAM_ERROR for what could leave the store's folder or hide in it. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !KEY.test(key)) throw new CallError('PARAM_ERROR', { message: 'not a key of a blob' });
  return key;
}
