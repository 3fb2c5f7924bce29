import { callFailure } from '~/api/call-failure';

/** The code a loader's call was refused with; anything else is thrown on. */
export function codeOf(error: unknown): string {
  const failure = callFailure(error);
  if (!failure) throw error;
  return failure.noAnswer ? 'HTTP_503' : failure.code;
}
