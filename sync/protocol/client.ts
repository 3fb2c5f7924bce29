/**
 * The typed client of declared calls. It knows nothing of pages or workers: the caller gives `fetch`, the base addresses and what a
 * 401 means.
 */
import type * as v from 'valibot';
import { callPath, pathParameters, type Answer, type CallDefinition } from './call';
import { CallError, isErrorCode, type ErrorCode } from './errors';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from './messages';

export interface ClientOptions {
  /** e.g. `https://satchel.example`; '' for the own origin */
  origin?: string;
  /** base address by service where it differs from `<origin>/api/<service>` */
  bases?: Partial<Record<CallDefinition['service'], string>>;
  fetch: (input: string, init: RequestInit) => Promise<Response>;
  headers?: () => Record<string, string>;
  /** Tries to renew the session after a 401; true: the call is made once more. */
  renew?: () => Promise<boolean>;
  /** milliseconds; 30 s unless told (the specification's ceiling is 300 s) */
  timeout?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string;
  timeout?: number;
}

/** Calls the server. Throws CallError: the server's code, or HTTP_500 when nothing sensible came (no response, HTML, a cut body). */
export type Call = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: CallDefinition<I, O>,
  input: v.InferInput<I>,
  options?: CallOptions,
) => Promise<v.InferOutput<O>>;

/** A CallError whose cause is that no usable answer arrived at all. */
export class NoAnswerError extends CallError {
  constructor(readonly reason: 'network' | 'timeout' | 'not-json', cause?: unknown) {
    super('HTTP_500', { message: `no answer: ${reason}`, cause });
  }
}

const statusCode = (status: number): ErrorCode =>
  status === 404 ? 'HTTP_404' : status === 422 ? 'HTTP_422' : status === 503 ? 'HTTP_503' : status === 401 ? 'USER_NOT_LOGIN' : status === 403 ? 'NO_PERMISSION' : 'HTTP_500';

/** Sends the request of a call. Throws NoAnswerError when nothing came, and what `signal` was aborted with. */
export async function send(options: ClientOptions, call: CallDefinition, input: unknown, o: CallOptions, limit: AbortSignal, accept = 'application/json'): Promise<Response> {
  const fields = input && typeof input === 'object' && !(input instanceof FormData) ? (input as Record<string, unknown>) : {};
  const base = options.bases?.[call.service];
  let url = (options.origin ?? '') + callPath(call, fields);
  if (base) url = base + url.slice(`/api/${call.service}`.length + (options.origin ?? '').length);
  const inPath = new Set(pathParameters(call.path));
  const rest = Object.fromEntries(Object.entries(fields).filter(([k, value]) => !inPath.has(k) && value !== undefined));
  const headers: Record<string, string> = { accept, [PROTOCOL_HEADER]: String(PROTOCOL_VERSION), ...options.headers?.() };
  if (o.idempotencyKey) headers['idempotency-key'] = o.idempotencyKey;
  const init: RequestInit = { method: call.method, headers, credentials: 'same-origin' };
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
  init.signal = o.signal ? AbortSignal.any([o.signal, limit]) : limit;
  try {
    return await options.fetch(url, init);
  } catch (cause) {
    if (o.signal?.aborted) throw cause;
    throw new NoAnswerError(limit.aborted ? 'timeout' : 'network', cause);
  }
}

/** What an answer holds. Throws CallError of a failure, NoAnswerError for what is none of ours. */
export async function answerOf(response: Response): Promise<unknown> {
  let answer: Answer<unknown>;
  try {
    answer = (await response.json()) as Answer<unknown>;
  } catch (cause) {
    if (response.status >= 400 && response.status !== 500) throw new CallError(statusCode(response.status), { cause });
    throw new NoAnswerError('not-json', cause);
  }
  if (answer && answer.success === true) return answer.data;
  const failed = answer as Extract<Answer<never>, { success: false }>;
  throw new CallError(isErrorCode(failed?.error) ? failed.error : statusCode(response.status), {
    message: failed?.message, fieldErrors: failed?.fieldErrors, params: failed?.params,
  });
}

export function createClient(options: ClientOptions): Call {
  return async (call, input, o = {}) => {
    const once = (): Promise<Response> => send(options, call, input, o, AbortSignal.timeout(o.timeout ?? options.timeout ?? 30_000));
    let response = await once();
    if (response.status === 401 && options.renew && (await options.renew())) response = await once();
    return (await answerOf(response)) as never;
  };
}
