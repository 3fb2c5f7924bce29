/** A device that makes declared calls without HTTP, as the host does: identity, validation, handler, cookies. */
import * as v from 'valibot';
import type { RequestInfo } from '../../server/platform/context';
import type { Authenticator } from '../../server/platform/http/authenticator';
import type { BoundCall, Handling } from '../../server/platform/http/feature';
import type { CallDefinition, CallInput, CallOutput } from '../../sync/protocol/call';
import { CallError, type FieldErrors } from '../../sync/protocol/errors';

export interface DeviceOptions {
  ip?: string;
  userAgent?: string;
}

export class Device {
  cookies: Record<string, string> = {};
  authorization: string | undefined;

  constructor(
    private readonly server: { routes: readonly BoundCall[]; authenticator: Authenticator },
    private readonly options: DeviceOptions = {},
  ) {}

  async call<C extends CallDefinition>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    const bound = this.server.routes.find((r) => r.call === call);
    if (!bound) throw new Error(`no handler is bound to ${call.path}`);
    const actor = await this.server.authenticator
      .authenticate({
        cookies: this.cookies,
        authorization: this.authorization,
        ip: this.options.ip ?? '192.0.2.1',
        userAgent: this.options.userAgent ?? '',
      })
      .catch((error: unknown) => {
        if (call.who === 'anyone') return null;
        throw error;
      });
    if (!actor && call.who !== 'anyone') throw new CallError('USER_NOT_LOGIN');
    if (call.who === 'member' && !actor?.role) throw new CallError('NO_PERMISSION');
    const request = {
      requestId: 'test',
      ip: this.options.ip ?? '192.0.2.1',
      userAgent: this.options.userAgent ?? '',
      cookies: { ...this.cookies },
      protocol: 1,
      signal: new AbortController().signal,
    } as RequestInfo;
    await bound.admit?.(request);
    const parsed = v.safeParse(call.input, input);
    if (!parsed.success)
      throw new CallError('PARAM_ERROR', {
        fieldErrors: Object.fromEntries(parsed.issues.map((i) => [v.getDotPath(i) ?? '', i.message])) as FieldErrors,
      });
    const handling: Handling<CallDefinition> = {
      input: parsed.output,
      actor: actor!,
      request,
      setCookie: (name, value, options) => {
        if (options.maxAge === 0) delete this.cookies[name];
        else this.cookies[name] = value;
      },
    };
    const answer = await bound.handle(handling);
    return v.parse(call.output, call.answer === 'events' ? await firstOf(answer) : answer) as CallOutput<C>;
  }

  /** The code with which a call is refused; throws if it succeeds. */
  async refusal<C extends CallDefinition>(call: C, input: CallInput<C>): Promise<CallError> {
    try {
      await this.call(call, input);
    } catch (error) {
      if (error instanceof CallError) return error;
      throw error;
    }
    throw new Error(`${call.path} was not refused`);
  }
}

/** The first event of a stream, which the client then leaves. */
async function firstOf(events: unknown): Promise<unknown> {
  for await (const event of events as AsyncIterable<unknown>) return event;
  return undefined;
}
