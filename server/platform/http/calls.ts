/**
 * Builds the route of a call from its declaration:
 *
 *   protocol → session, or a third party's grant → authorisation → rate limit → admission → body → validation →
 *   Idempotency-Key → handler → {success, data}
 *
 * Every error becomes `{success: false, error, message, fieldErrors, params}` with the status of its code.
 */
import { Hono, type Context } from 'hono';
import { pathParameters, type CallDefinition } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { ACCOUNT_HEADER } from '../../../sync/protocol/messages';
import type { Actor, Platform } from '../context';
import type { Database } from '../database/open';
import { refuseOtherAccount } from './account-header';
import { expectedError, failure, jsonAnswer } from './answers';
import type { Authenticator } from './authenticator';
import { setCookieHeader } from './cookies';
import { eventsAnswer } from './events-answer';
import type { BoundCall, Handling } from './feature';
import { fileAnswer, type FileAnswer } from './file-answer';
import { linesAnswer } from './lines';
import { networkOf } from './network';
import { IdempotencyStore } from './idempotency';
import { refuseProtocol } from './protocol';
import { RateLimits } from './rate-limit';
import { BodyBudget, NO_ROOM, type Room } from './body-budget';
import {
  announcedBytes,
  BODY_DEFAULT,
  CLIENT_GONE,
  ClientGoneError,
  parseJson,
  parseMultipart,
  readBody,
} from './request-body';
import type { RequestFacts } from './request-facts';
import { validate } from './validate';

export interface ApiEnv {
  Bindings: { facts: RequestFacts };
}

export interface CallParts {
  platform: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'>;
  database: Pick<Database, 'engine' | 'query'>;
  authenticator: Authenticator;
}

/** Path of a call without its query: `/api/core/meeting/transcription/get`. */
export const routePath = (call: Pick<CallDefinition, 'service' | 'path'>): string =>
  `/api/${call.service}${call.path.split('?')[0]!}`;

/** Name of a call in logs, metrics and counters. */
export const callName = (call: Pick<CallDefinition, 'service' | 'path' | 'method'>): string =>
  `${call.method} ${routePath(call)}`;

/** The Hono application with all calls. Unknown paths below /api are answered in JSON too. */
export function createApi(calls: readonly BoundCall[], parts: CallParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ strict: false });
  const tools = {
    ...parts,
    limits: new RateLimits(parts.database),
    bodies: new BodyBudget(),
    idempotency: new IdempotencyStore(parts.platform),
  };
  const known = new Set<string>();
  for (const bound of [...calls].sort(fixedBeforeParameters)) {
    const name = callName(bound.call);
    if (known.has(name)) throw new Error(`The call ${name} is bound twice.`);
    known.add(name);
    // The router ignores a trailing slash if the route has none.
    const path = routePath(bound.call)
      .replace(/\{(\w+)\}/g, ':$1')
      .replace(/\/$/, '');
    app.on(bound.call.method, path, (c) =>
      answer(c, parts, name, (headers) => perform(c, bound, name, headers, tools), bound.call.answer),
    );
  }
  app.all('/api/*', (c) => answer(c, parts, 'unknown', () => Promise.reject(new CallError('HTTP_404'))));
  return app;
}

/** Sorts `/meeting/search` before `/meeting/{id}`: the router takes the first match. */
function fixedBeforeParameters(a: BoundCall, b: BoundCall): number {
  const [left, right] = [routePath(a.call).split('/'), routePath(b.call).split('/')];
  for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
    const order = Number(left[i]!.startsWith('{')) - Number(right[i]!.startsWith('{'));
    if (order !== 0) return order;
  }
  return right.length - left.length;
}

type Tools = CallParts & { limits: RateLimits; bodies: BodyBudget; idempotency: IdempotencyStore };

async function answer(
  c: Context<ApiEnv>,
  { platform }: Pick<CallParts, 'platform'>,
  name: string,
  work: (headers: Headers) => Promise<unknown>,
  kind: CallDefinition['answer'] = 'json',
): Promise<Response> {
  const { facts } = c.env;
  const ended = platform.metrics.requests.startTimer({ call: name });
  const headers = new Headers();
  const streamEnded = (error: unknown): void => {
    ended({ status: 200 });
    if (error && !expectedError(error))
      facts.log.error({ err: error, call: name }, 'A response stream failed unexpectedly.');
  };
  try {
    const data = await work(headers);
    if (kind === 'lines')
      return await linesAnswer(
        c.req.raw,
        facts.requestId,
        platform.clock.now(),
        data as AsyncIterable<unknown>,
        streamEnded,
        headers,
      );
    if (kind === 'events')
      return await eventsAnswer(
        facts.requestId,
        platform.clock.now(),
        data as AsyncIterable<unknown>,
        streamEnded,
        headers,
      );
    ended({ status: 200 });
    if (kind === 'file')
      return await fileAnswer(c.req.raw, facts.requestId, platform.clock.now(), data as FileAnswer, headers);
    return await jsonAnswer(
      c.req.raw,
      facts.requestId,
      platform.clock.now(),
      200,
      { success: true, data: data ?? {} },
      headers,
    );
  } catch (error) {
    if (isGone(error, facts)) {
      facts.log.debug({ call: name }, 'The client disconnected before its call was answered.');
      ended({ status: CLIENT_GONE });
      return new Response(null, { status: CLIENT_GONE });
    }
    const known = expectedError(error);
    if (!known) facts.log.error({ err: error, call: name }, 'A call failed unexpectedly.');
    else if (known.status >= 500) facts.log.error({ err: error, call: name }, 'A call failed.');
    const { status, body } = failure(known ?? new CallError('HTTP_500'));
    ended({ status });
    if (known?.code === 'OPERATE_TOO_FAST') headers.set('retry-after', String(known.details.params?.['seconds'] ?? 1));
    // Unread bytes of a body would be parsed as the next request on a kept-alive connection.
    if (known?.code === 'REQUEST_BODY_TOO_LARGE' || known?.code === 'OPERATE_TOO_FAST')
      headers.set('connection', 'close');
    return jsonAnswer(c.req.raw, facts.requestId, platform.clock.now(), status, body, headers);
  }
}

/** Whether a call ended because its client disconnected: the body was cut off, or the work was cancelled. */
const isGone = (error: unknown, facts: RequestFacts): boolean =>
  error instanceof ClientGoneError || (facts.signal.aborted && error instanceof Error && error.name === 'AbortError');

async function perform(
  c: Context<ApiEnv>,
  { call, handle, admit }: BoundCall,
  name: string,
  headers: Headers,
  tools: Tools,
): Promise<unknown> {
  const { facts } = c.env;
  refuseProtocol(facts.protocol);
  const actor = await authenticate(call, facts, tools.authenticator, c.req.header(ACCOUNT_HEADER));
  const caller = callerOf(actor) ?? networkOf(facts.ip);
  await tools.limits.count(name, call, caller);
  await admit?.(facts);
  const limit = call.maxBody ?? BODY_DEFAULT;
  const isRead = call.method !== 'GET' && call.method !== 'DELETE';
  const room = isRead ? await tools.bodies.take(caller, announcedBytes(c.req.raw, limit), facts.signal) : NO_ROOM;
  try {
    return await handleCall(c, { call, handle }, name, headers, tools, actor, room);
  } finally {
    room.release();
  }
}

/** Reads and validates the input, then runs the handler. */
async function handleCall(
  c: Context<ApiEnv>,
  { call, handle }: BoundCall,
  name: string,
  headers: Headers,
  tools: Tools,
  actor: Actor | null,
  room: Room,
): Promise<unknown> {
  const { facts } = c.env;
  const input = validate(call, await rawInput(c, call, room));
  room.parsed();
  const work = (): Promise<unknown> =>
    handle({
      input,
      actor: actor as Actor,
      request: facts,
      setCookie: (cookie, value, options) =>
        headers.append('set-cookie', setCookieHeader(cookie, value, options, facts.secure)),
    } satisfies Handling<CallDefinition>);
  const key = c.req.header('idempotency-key');
  if (!call.idempotent || key === undefined) return work();
  return tools.idempotency.once(callerOf(actor) ?? `address ${facts.ip}`, name, key, input, work);
}

/** Key for rate limits and idempotency: a person, or one third party acting for them. */
const callerOf = (actor: Actor | null): string | undefined =>
  actor?.grant ? `grant ${actor.grant.id}` : actor?.userId;

/**
 * Authenticates and authorises the person of the request, and refuses another account than the client's own (`account`,
 * if sent).
 */
async function authenticate(
  call: CallDefinition,
  facts: RequestFacts,
  authenticator: Authenticator,
  account: string | undefined,
): Promise<Actor | null> {
  if (call.who === 'anyone') return authenticator.authenticate(facts).catch(() => null);
  const granted = await authenticator.granted?.(facts);
  if (granted && !(call.scope && granted.scopes.includes(call.scope))) throw new CallError('NO_PERMISSION');
  const actor = granted?.actor ?? (await authenticator.authenticate(facts));
  if (!actor) throw new CallError('USER_NOT_LOGIN');
  if (!call.anyAccount) refuseOtherAccount(actor, account, call.who === 'user' ? 'person' : 'company');
  if (call.who === 'user') return actor;
  if (!actor.role || !actor.companyId) throw new CallError('NO_PERMISSION');
  if (call.who === 'admin' && actor.role === 'member') throw new CallError('NO_PERMISSION');
  if (call.who === 'owner' && actor.role !== 'owner') throw new CallError('NO_PERMISSION');
  if ((call.who === 'admin' || call.who === 'owner') && actor.mustChangePassword)
    throw new CallError('PASSWORD_CHANGE_REQUIRED');
  return actor;
}

/** Merges path, query and body. The path wins, so that a body cannot name a different document than the address. */
async function rawInput(c: Context<ApiEnv>, call: CallDefinition, room: Room): Promise<Record<string, unknown>> {
  const fromPath = Object.fromEntries(
    pathParameters(call.path).flatMap((name) => {
      const value = c.req.param(name) ?? c.req.query(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  if (call.method === 'GET' || call.method === 'DELETE') return { ...c.req.query(), ...fromPath };
  const body = await readBody(c.req.raw, call.maxBody ?? BODY_DEFAULT, room.tooSlow);
  room.arrived(body.length);
  if (call.body === 'multipart')
    return { ...c.req.query(), ...(await parseMultipart(body, c.req.header('content-type') ?? null)), ...fromPath };
  const value = parseJson(body);
  if (call.bodyField) return { ...fromPath, [call.bodyField]: value };
  if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new CallError('PARAM_ERROR', { message: 'the body must be an object' });
  return { ...c.req.query(), ...value, ...fromPath };
}
