/**
 * Declaration of an API call. One declaration yields the route with its validation (server/platform/http), the typed
 * client (app/api, sync/engine) and the OpenAPI document.
 */
import type * as v from 'valibot';
import type { ErrorCode } from './errors';
import type { Scope } from './scopes';

export type Service = 'organization' | 'core' | 'research';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Required session of a call; the handler's policy narrows it further.
 *  - `anyone` no session
 *  - `user`   a session
 *  - `member` a session and an active membership of its company
 *  - `admin`  owner or admin of the company
 *  - `owner`  the owner
 */
export type Who = 'anyone' | 'user' | 'member' | 'admin' | 'owner';

export interface CallDefinition<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> {
  service: Service;
  method: Method;
  /** path with `{name}` for parameters; parameters and the query of a GET or DELETE are fields of the input */
  path: string;
  /** one line for the OpenAPI document */
  summary: string;
  who: Who;
  input: I;
  output: O;
  errors: readonly ErrorCode[];
  /** largest body in bytes; 1 MiB by default */
  maxBody?: number;
  /** 'multipart' bodies arrive as FormData entries; JSON by default */
  body?: 'json' | 'multipart';
  /**
   * 'lines': the response is streamed as NDJSON (application/x-ndjson), and `output` is one line; an error before the
   * first line is answered as JSON. 'file': the response is a file, and `output` does not apply. 'events': server-sent
   * events, and `output` is the data of one; the event stream of devices is served by the host, not by the router.
   */
  answer?: 'json' | 'lines' | 'file' | 'events';
  /** the JSON body is the value of this input field (an array), not an object of fields */
  bodyField?: string;
  /** a request repeated with the same Idempotency-Key within a day returns the first response */
  idempotent?: boolean;
  /** answered regardless of the account header, so that a client can learn which account its session belongs to */
  anyAccount?: boolean;
  /** OAuth scope that allows third parties to make this call; without one the call is closed to them */
  scope?: Scope;
  /** requests per minute and person (or address); 600 by default */
  perMinute?: number;
}

export type CallInput<C> = C extends CallDefinition<infer I, v.GenericSchema> ? v.InferInput<I> : never;
export type ParsedInput<C> = C extends CallDefinition<infer I, v.GenericSchema> ? v.InferOutput<I> : never;
export type CallOutput<C> = C extends CallDefinition<v.GenericSchema, infer O> ? v.InferOutput<O> : never;

/** Declares a call; returns the declaration with its types. */
export const defineCall = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: CallDefinition<I, O>,
): CallDefinition<I, O> => call;

/** A call with an NDJSON response. */
export type LinesCall<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> = CallDefinition<I, O> & { answer: 'lines' };

/** Declares a call with an NDJSON response. */
export const defineLinesCall = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: Omit<CallDefinition<I, O>, 'answer'>,
): LinesCall<I, O> => ({ ...call, answer: 'lines' });

/** URL path of a call with its parameters: `/api/core/project/{id}` → `/api/core/project/abc`. */
export function callPath(call: Pick<CallDefinition, 'service' | 'path'>, input: Record<string, unknown> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')));
  return `/api/${call.service}${path}`;
}

/** Names of the parameters in a path template. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

/** Response body: `{success: true, data}` or `{success: false, error, message, fieldErrors}`. */
export type Answer<T> =
  | { success: true; data: T }
  | {
      success: false;
      error: ErrorCode;
      message: string;
      fieldErrors?: Record<string, string>;
      params?: Record<string, string | number>;
    };
