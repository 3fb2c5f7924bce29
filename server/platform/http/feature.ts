/**
 * How a feature joins the server: it gives the handlers of its declared calls. The route (session → rate limit → validation →
 * idempotency → handler → answer) is made from the declaration, so a call without `who` or schema cannot exist.
 */
import type { CallDefinition, CallOutput, LinesCall, ParsedInput } from '../../../sync/protocol/call';
import type { Actor, RequestInfo } from '../context';

/** What a handler gets. `actor` is null only for calls of `anyone`. */
export interface Handling<C extends CallDefinition> {
  input: ParsedInput<C>;
  actor: C['who'] extends 'anyone' ? Actor | null : Actor;
  request: RequestInfo;
  /** cookies to set on the answer, e.g. by login */
  setCookie(name: string, value: string, options: { path?: string; maxAge?: number; httpOnly?: boolean }): void;
}

export interface BoundCall {
  call: CallDefinition;
  handle(handling: Handling<CallDefinition>): Promise<unknown>;
  /** Throws for who may not make the call, before its body is read. Of a call of `anyone` with a large body: reading it costs the room of others. */
  admit?: Admit;
}
export type Admit = (request: RequestInfo) => Promise<void>;

/** Binds a handler to its call whose answer is lines. What the handler throws before its first line becomes an ordinary failure. */
export const bindLines = <C extends LinesCall>(
  call: C,
  handle: (handling: Handling<C>) => AsyncIterable<CallOutput<C>>,
): BoundCall => ({ call, handle: async (handling) => handle(handling as unknown as Handling<C>) });

/** Binds a handler to its call, with types. */
export const bind = <C extends CallDefinition>(
  call: C,
  handle: (handling: Handling<C>) => Promise<CallOutput<C>>,
  admit?: Admit,
): BoundCall => ({ call, handle: handle as BoundCall['handle'], ...(admit ? { admit } : {}) });
