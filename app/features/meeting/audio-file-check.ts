/** Checks a chosen file before it is copied. The worker checks its content during the copy. */
import { LIMITS } from '../../../sync/model/limits';

export interface FileProblem {
  /** a key of `errors` texts */
  code: 'FILE_TYPE_NOT_SUPPORT' | 'FILE_CONTENT_EMPTY' | 'FILE_MAX_LENGTH_EXCEEDED';
  params: Record<string, string | number>;
}

/** The problem of a file; null if it is accepted. */
export function audioFileProblem(file: { name: string; size: number }): FileProblem | null {
  const extension = /\.[^./\\]+$/.exec(file.name)?.[0].toLowerCase() ?? '';
  if (!(LIMITS.audioTypes as readonly string[]).includes(extension)) {
    return { code: 'FILE_TYPE_NOT_SUPPORT', params: { fileName: file.name, formats: LIMITS.audioTypes.join(', ') } };
  }
  if (file.size === 0) return { code: 'FILE_CONTENT_EMPTY', params: { fileName: file.name } };
  if (file.size > LIMITS.audioBytes)
    return {
      code: 'FILE_MAX_LENGTH_EXCEEDED',
      params: { fileName: file.name, maxSize: LIMITS.audioBytes / 1024 / 1024 },
    };
  return null;
}
