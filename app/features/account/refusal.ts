import { callFailure } from '~/api/call-failure';

/** The code with which a loader's call was refused; other errors are rethrown. */
export function codeOf(error: unknown): string {
  const failure = callFailure(error);
  if (!failure) throw error;
  return failure.noAnswer ? 'HTTP_503' : failure.code;
}
