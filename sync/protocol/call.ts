/**
 * How a call is declared. From one declaration come the route with its validation (server/platform/http), the typed client
 * (app/api, sync/engine) and the OpenAPI document.
 */
import type * as v from 'valibot';
import type { ErrorCode } from './errors';
import type { Scope } from './scopes';

export type Service = 'organization' | 'core' | 'research';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may make a call; the handler's policy narrows it further.
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
  /** with `{name}` for parameters, which are fields of the input too; the query of a GET or DELETE as well */
  path: string;
  /** one line, for readers of the OpenAPI document */
  summary: string;
  who: Who;
  input: I;
  output: O;
  errors: readonly ErrorCode[];
  /** bytes of the largest body; 1 MiB unless told */
  maxBody?: number;
  /** 'multipart' bodies arrive as FormData entries; JSON unless told */
  body?: 'json' | 'multipart';
  /**
   * 'lines': the answer comes in pieces as NDJSON (application/x-ndjson), `output` being one line. What fails before the first line is
   * answered as JSON like any failure. 'file': the answer is a file, `output` says nothing of it. 'events': server-sent events, `output`
   * being the data of one; the host answers them, they are no call for the router.
   */
  answer?: 'json' | 'lines' | 'file' | 'events';
  /** the JSON body is the value of this input field itself (an array), not an object of fields */
  bodyField?: string;
  /** a client that repeats it with the same Idempotency-Key gets the first answer for a day */
  idempotent?: boolean;
  /** answered whatever account the client takes itself for: that is how it learns whose session it has */
  anyAccount?: boolean;
  /** which grant of a person admits a third party to this call; none unless told: a new call is closed to third parties */
  scope?: Scope;
  /** requests a minute and person (or address); 600 unless told */
  perMinute?: number;
}

export type CallInput<C> = C extends CallDefinition<infer I, v.GenericSchema> ? v.InferInput<I> : never;
export type ParsedInput<C> = C extends CallDefinition<infer I, v.GenericSchema> ? v.InferOutput<I> : never;
export type CallOutput<C> = C extends CallDefinition<v.GenericSchema, infer O> ? v.InferOutput<O> : never;

/** Declares a call; gives the declaration back with its types. */
export const defineCall = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: CallDefinition<I, O>,
): CallDefinition<I, O> => call;

/** A call whose answer comes in lines. */
export type LinesCall<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> = CallDefinition<I, O> & { answer: 'lines' };

/** Declares a call whose answer comes in lines. */
export const defineLinesCall = <I extends v.GenericSchema, O extends v.GenericSchema>(
  call: Omit<CallDefinition<I, O>, 'answer'>,
): LinesCall<I, O> => ({ ...call, answer: 'lines' });

/** The address of a call below the origin, with its parameters in place: `/api/core/project/{id}` → `/api/core/project/abc`. */
export function callPath(call: Pick<CallDefinition, 'service' | 'path'>, input: Record<string, unknown> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name] ?? '')));
  return `/api/${call.service}${path}`;
}

/** Names of the parameters in a call's path. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!);

/** An answer on the wire: `{success: true, data}` or `{success: false, error, message, fieldErrors}`. */
export type Answer<T> =
  | { success: true; data: T }
  | {
      success: false;
      error: ErrorCode;
      message: string;
      fieldErrors?: Record<string, string>;
      params?: Record<string, string | number>;
    };
