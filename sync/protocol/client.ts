/**
 * Typed client of declared calls. Independent of pages and workers: the caller provides `fetch`, the base addresses and
 * the renewal after a 401.
 */
import type * as v from 'valibot';
import { callPath, pathParameters, type Answer, type CallDefinition } from './call';
import { CallError, isErrorCode, type ErrorCode } from './errors';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from './messages';
import { isLate, within } from './time-limit';

export interface ClientOptions {
  /** e.g. `https://satchel.example`; '' for the same origin */
  origin?: string;
  /** base address of a service, if it is not `<origin>/api/<service>` */
  bases?: Partial<Record<CallDefinition['service'], string>>;
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  headers?: () => Record<string, string>;
  /** Renews the session after a 401; if it resolves to true, the call is retried once. */
  renew?: () => Promise<boolean>;
  /** milliseconds; 30 s by default (the specification allows up to 300 s) */
  timeout?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  timeout?: number;
}

/**
 * Makes a call. Throws CallError with the server's code, or HTTP_500 for an unusable response (none, HTML, truncated).
 */
export type Call = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: CallDefinition<I, O>,
  input: v.InferInput<I>,
  options?: CallOptions,
) => Promise<v.InferOutput<O>>;

/** A CallError for a missing or unusable response. */
export class NoAnswerError extends CallError {
  constructor(
    readonly reason: 'network' | 'timeout' | 'not-json',
    cause?: unknown,
  ) {
    super('HTTP_500', { message: `no answer: ${reason}`, cause });
  }
}

const statusCode = (status: number): ErrorCode =>
  status === 404
    ? 'HTTP_404'
    : status === 422
      ? 'HTTP_422'
      : status === 503
        ? 'HTTP_503'
        : status === 401
          ? 'USER_NOT_LOGIN'
          : status === 403
            ? 'NO_PERMISSION'
            : 'HTTP_500';

/** Sends the request of a call. Throws the errors of `fetch`. */
export function send(
  options: ClientOptions,
  call: CallDefinition,
  input: unknown,
  o: Pick<CallOptions, 'idempotencyKey'>,
  signal: AbortSignal,
  accept = 'application/json',
): Promise<Response> {
  const fields =
    input && typeof input === 'object' && !(input instanceof FormData) ? (input as Record<string, unknown>) : {};
  const base = options.bases?.[call.service];
  let url = (options.origin ?? '') + callPath(call, fields);
  if (base) url = base + url.slice(`/api/${call.service}`.length + (options.origin ?? '').length);
  const inPath = new Set(pathParameters(call.path));
  const rest = Object.fromEntries(Object.entries(fields).filter(([k, value]) => !inPath.has(k) && value !== undefined));
  const headers: Record<string, string> = {
    accept,
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    ...options.headers?.(),
  };
  if (o.idempotencyKey) headers['idempotency-key'] = o.idempotencyKey;
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin', signal };
  if (call.method === 'GET' || call.method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).map(([k, value]) => [k, String(value)])).toString();
    if (query) url += `?${query}`;
  } else if (input instanceof FormData) {
    init.body = input;
  } else if (call.body === 'multipart') {
    const form = new FormData();
    for (const [name, value] of Object.entries(rest)) form.append(name, value instanceof Blob ? value : String(value));
    init.body = form;
  } else {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(call.bodyField ? rest[call.bodyField] : rest);
  }
  return options.fetch(url, init);
}

/** The parsed body, null for one that our server did not write: the page of a proxy, a gateway or a captive portal. */
function envelopeOf(body: string): (Answer<unknown> & { detail?: unknown }) | null {
  let answer: Partial<Answer<unknown> & { error: unknown; detail: unknown }> | null;
  try {
    answer = JSON.parse(body) as typeof answer;
  } catch {
    return null;
  }
  // Errors of a stream, and of servers behind this one, have a `detail` instead (organization 7).
  const isOurs =
    typeof answer?.success === 'boolean' || typeof answer?.error === 'string' || typeof answer?.detail === 'string';
  return isOurs ? (answer as Answer<unknown>) : null;
}

/**
 * Data of a response body. Throws CallError for a failure, NoAnswerError for a body in another format whatever its
 * status: the server did not decide anything, so the client neither signs out nor counts a call as refused.
 */
export function answerOf(status: number, body: string): unknown {
  const answer = envelopeOf(body);
  if (!answer) throw new NoAnswerError('not-json');
  if (answer.success === true) return answer.data;
  const failed = answer as Extract<Answer<never>, { success: false }> & { detail?: unknown };
  const detail = typeof failed?.detail === 'string' ? failed.detail : undefined;
  throw new CallError(isErrorCode(failed?.error) ? failed.error : statusCode(status), {
    message: failed?.message ?? detail,
    detail,
    fieldErrors: failed?.fieldErrors,
    params: failed?.params,
  });
}

/**
 * Renews the session after a 401. True: the call should be sent again. A 401 in another format, such as the page of a
 * captive portal, says nothing about the session.
 */
export const renewAfter401 = async (
  { renew }: Pick<ClientOptions, 'renew'>,
  { status, body }: { status: number; body: string },
): Promise<boolean> => status === 401 && envelopeOf(body) !== null && renew !== undefined && renew();

/** Creates a client; its calls time out after `timeout` milliseconds, including the response body. */
export function createClient(options: ClientOptions): Call {
  return async (call, input, o = {}) => {
    /** Sends the request and reads the whole response within the time limit. */
    const attempt = (): Promise<{ status: number; body: string }> =>
      within(o.timeout ?? options.timeout ?? 30_000, o.signal, async (limited) => {
        try {
          const response = await send(options, call, input, o, limited);
          return { status: response.status, body: await response.text() };
        } catch (cause) {
          if (o.signal?.aborted) throw cause;
          throw new NoAnswerError(isLate(limited) ? 'timeout' : 'network', cause);
        }
      });
    let answer = await attempt();
    if (await renewAfter401(options, answer)) answer = await attempt();
    return answerOf(answer.status, answer.body) as never;
  };
}
