/** Result of a form handled by a server action, for the screen that shows it again, with and without JavaScript. */
import { callFailure } from '~/api/call-failure';

export interface Failed {
  /** a code of `errors`, or `noNetwork`, `mailsToday`; '' if only fields are wrong */
  error: string;
  params: Record<string, string | number>;
  /** messages of fields: keys of the `account` texts, or codes of `errors` */
  fields: Record<string, string>;
  /** submitted values, without passwords and keys */
  values: Record<string, string>;
}

/** Passwords and keys are never sent back in a page. */
export const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && !/password|apiKey/i.test(entry[0]),
    ),
  );

export const wrongFields = (form: FormData, fields: Record<string, string>): Failed => ({
  error: '',
  params: {},
  fields,
  values: valuesOf(form),
});

/** Failures of the server that a person cannot correct in the form. */
export const ITS_OWN: ReadonlySet<string> = new Set(['HTTP_500', 'HTTP_503', 'UNKNOWN_ERROR']);

/** Seconds to wait from which OPERATE_TOO_FAST means that the daily limit of e-mails is used up. */
const LONG_WAIT_S = 60 * 60;

/**
 * A refused call as the form shows it; other errors are rethrown.
 * @param unable the message for a failure of the server: a key of `account` under `messages`
 */
export function failedCall(form: FormData, error: unknown, unable?: string): Failed {
  const failure = callFailure(error);
  if (!failure) throw error;
  if (unable && (failure.noAnswer || ITS_OWN.has(failure.code)))
    return { error: unable, params: {}, fields: {}, values: valuesOf(form) };
  if (failure.code === 'OPERATE_TOO_FAST' && Number(failure.params['seconds']) > LONG_WAIT_S)
    return { error: 'mailsToday', params: {}, fields: {}, values: valuesOf(form) };
  const fields = (error as { details?: { fieldErrors?: Record<string, string> } }).details?.fieldErrors ?? {};
  return {
    error: Object.keys(fields).length > 0 ? '' : failure.noAnswer ? 'HTTP_503' : failure.code,
    params: failure.params,
    fields,
    values: valuesOf(form),
  };
}

/** Without a network the form reports it and keeps its values. */
export async function keepTyped<T>(request: Request, send: () => Promise<T>): Promise<T | Failed> {
  const form = await request.clone().formData();
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response) throw error;
    // `fetch` rejects with a TypeError when there was no response.
    return {
      error: error instanceof TypeError ? 'noNetwork' : 'HTTP_500',
      params: {},
      fields: {},
      values: valuesOf(form),
    };
  }
}

export const isFailed = (data: unknown): data is Failed =>
  typeof data === 'object' && data !== null && 'fields' in data && 'values' in data;
