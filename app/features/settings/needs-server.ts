/**
 * The message of a failed change on the server: that the server is unreachable and the input is kept, or its answer.
 */
import type { TFunction } from 'i18next';
import { errorText } from '~/features/failures/error-text';
import { NoAnswerError } from '../../../sync/protocol/client';

/** `t` must know the `settings` and `errors` namespaces. */
export function needsServerText(t: TFunction<readonly [string, ...string[]]> | TFunction, failure: unknown): string {
  return failure instanceof NoAnswerError
    ? (t as (key: string) => string)('settings:needsServer')
    : errorText(t, failure);
}
