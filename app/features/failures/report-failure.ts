/**
 * The one place that tells a person about a failed call or command (organization 7, workspace 8).
 *
 *   code with `notify: false` ─────────► nothing: the caller shows it, or it is an expected answer
 *   code with a text of its own ───────► its text
 *   a general code with words ─────────► their translation by their beginning, otherwise `detail` as it is
 *
 * A call that must not report its failure catches it and does not come here.
 */
import type { TFunction } from 'i18next';
import { callFailure } from '~/api/call-failure';
import { messageKey } from '~/api/server-messages';
import { loadNamespaces } from '~/i18n/client';
import { toast } from '~/ui/feedback/toast';
import { ERRORS, isErrorCode } from '../../../sync/protocol/errors';
import { errorCode, errorText } from './error-text';

/** Codes that say nothing of the cause: a server's own words, if it sent any, say more. */
const GENERAL = new Set(['UNKNOWN_ERROR', 'HTTP_404', 'HTTP_422', 'HTTP_500', 'HTTP_503']);

/** characters of a server's message that are shown */
const MESSAGE_MAX = 300;

/** A server's words: `detail` is for people, a `message` of our own server for developers. */
function wordsOf(error: unknown): { detail: string; message: string } {
  const { details } = (error ?? {}) as { details?: { message?: unknown; detail?: unknown } };
  const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MESSAGE_MAX) : '');
  return { detail: text(details?.detail), message: text(details?.message) };
}

/** The text of a failure; null for an expected answer. */
export async function failureText(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  error: unknown,
): Promise<string | null> {
  const { code } = errorCode(error);
  if (isErrorCode(code) && !ERRORS[code].notify) return null;
  if (!GENERAL.has(code)) return errorText(t, error);
  const { detail, message } = wordsOf(error);
  const key = messageKey(detail || message);
  if (!key) return detail || errorText(t, error);
  // the texts come from the server, as the answer did; without them the words are shown as they are
  await loadNamespaces(['answers']).catch(() => undefined);
  return (t as (key: string, options: { defaultValue: string }) => string)(`answers:${key}`, {
    defaultValue: detail || message,
  });
}

export interface FailureTexts {
  /** what failed; the text of the failure stands below */
  title?: string;
  /** the text where the server did not answer */
  noAnswer?: string;
}

/** Shows the failure as a red notification. `t` must know the `errors` namespace. */
export function reportFailure(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  error: unknown,
  { title, noAnswer }: FailureTexts = {},
): void {
  if (noAnswer !== undefined && callFailure(error)?.noAnswer) {
    toast.error(noAnswer);
    return;
  }
  void failureText(t, error).then((text) => {
    if (title !== undefined) toast.error(title, text === null ? {} : { description: text });
    else if (text !== null) toast.error(text);
  });
}
