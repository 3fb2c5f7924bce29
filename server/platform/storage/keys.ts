/** Keys of blobs. The server generates them; they are validated nevertheless, because they become paths. */
import { CallError } from '../../../sync/protocol/errors';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** Returns the key. Throws PARAM_ERROR for one that could leave the store's folder or name a hidden file. */
export function checkedKey(key: string): string {
  if (key.length > 512 || !KEY.test(key)) throw new CallError('PARAM_ERROR', { message: 'not a key of a blob' });
  return key;
}
