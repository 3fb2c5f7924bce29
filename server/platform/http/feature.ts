/**
 * Interface between features and the server: a feature provides handlers of its declared calls. The route (session →
 * rate limit → validation → idempotency → handler → answer) is built from the declaration, so no call lacks `who` or a
 * schema.
 */
import type { CallDefinition, CallOutput, LinesCall, ParsedInput } from '../../../sync/protocol/call';
import type { Actor, RequestInfo } from '../context';

/** Input of a handler. `actor` is null only in calls of `anyone`. */
export interface Handling<C extends CallDefinition> {
  input: ParsedInput<C>;
  actor: C['who'] extends 'anyone' ? Actor | null : Actor;
  request: RequestInfo;
  /** sets a cookie on the response, e.g. at sign-in */
  setCookie(name: string, value: string, options: { path?: string; maxAge?: number; httpOnly?: boolean }): void;
}

export interface BoundCall {
  call: CallDefinition;
  handle(handling: Handling<CallDefinition>): Promise<unknown>;
  /**
   * Throws if the caller may not make the call, before the body is read. For calls of `anyone` with a large body, which
   * would take the room of others.
   */
  admit?: Admit;
}
export type Admit = (request: RequestInfo) => Promise<void>;

/** Binds a handler to a call with a line-based answer. An error before the first line becomes an ordinary failure. */
export const bindLines = <C extends LinesCall>(
  call: C,
  handle: (handling: Handling<C>) => AsyncIterable<CallOutput<C>>,
): BoundCall => ({ call, handle: async (handling) => handle(handling as unknown as Handling<C>) });

/** Binds a handler to a call that answers with server-sent events; each value has a `type`, the event's name. */
export const bindEvents = <C extends CallDefinition>(
  call: C,
  handle: (handling: Handling<C>) => AsyncIterable<CallOutput<C>>,
): BoundCall => ({ call, handle: async (handling) => handle(handling as unknown as Handling<C>) });

/** Binds a handler to its call, typed. */
export const bind = <C extends CallDefinition>(
  call: C,
  handle: (handling: Handling<C>) => Promise<CallOutput<C>>,
  admit?: Admit,
): BoundCall => ({ call, handle: handle as BoundCall['handle'], ...(admit ? { admit } : {}) });
