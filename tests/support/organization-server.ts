/** The organization service behind HTTP with its e-mails, and browsers of its people. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { meetingPolicy } from '../../server/core/meetings/policy';
import { meetingRoutes } from '../../server/core/meetings/routes';
import { noteRoutes } from '../../server/core/notes/routes';
import { projectRoutes } from '../../server/core/projects/routes';
import { SYNC_STREAM_PATH } from '../../server/sync/routes';
import { createLive } from '../../server/live/live';
import { createSync, type Sync } from '../../server/sync/sync';
import { identityCalls } from '../../server/organization/identity/contract';
import type { MailRequest } from '../../server/organization/mails/templates';
import { createUser } from '../../server/organization/people/users';
import { createCoreServices, createOrganization, joinCore, type Organization } from '../../server/composition';
import type { Host } from '../../server/platform/http/host';
import { streamHandler } from '../../server/stream-handler';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import { createClient, type Call } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { serveHttp } from './http-server';
import { createParts, type Parts } from './parts';
import { anyEngine } from './database';

export const PASSWORD = 'Correct-horse-1';
export let parts: Parts;
export let server: Organization;
let sync: Sync;
let host: Host;
let origin: string;
let addresses = 0;

/** A browser with its cookies, at its own address. */
export class Browser {
  private readonly cookies = new Map<string, string>();
  get(path: string): Promise<Response> {
    return fetch(origin + path, { headers: { cookie: this.cookieHeader(), 'x-forwarded-for': this.ip } });
  }
  /** status of the answer of the event stream, whose body is not read */
  async streamStatus(): Promise<number> {
    const ended = new AbortController();
    const answer = await fetch(origin + SYNC_STREAM_PATH, {
      signal: ended.signal,
      headers: { cookie: this.cookieHeader(), 'x-forwarded-for': this.ip },
    });
    ended.abort();
    return answer.status;
  }
  /** Resolves once the event stream has begun; `ended` when the server ends it. */
  async listen(): Promise<{ ended: Promise<void>; leave(): void }> {
    const left = new AbortController();
    const answer = await fetch(origin + SYNC_STREAM_PATH, {
      signal: left.signal,
      headers: { cookie: this.cookieHeader(), 'x-forwarded-for': this.ip },
    });
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    const read = async (): Promise<void> => {
      while (!(await reader.read()).done) {
        /* pokes */
      }
    };
    return { ended: read(), leave: () => left.abort() };
  }
  /** The same browser at another network address. */
  movedTo(ip: string): Browser {
    const moved = new Browser(ip);
    for (const [name, value] of this.cookies) moved.cookies.set(name, value);
    return moved;
  }
  private cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  readonly call: Call = createClient({
    origin: '',
    fetch: async (path, init) => {
      const answer = await fetch(origin + path, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          cookie: this.cookieHeader(),
          'x-forwarded-for': this.ip,
          ...(this.region ? { 'cf-ipcountry': this.region } : {}),
        },
      });
      for (const header of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
        if (/Max-Age=0/.test(header)) this.cookies.delete(name!);
        else this.cookies.set(name!, value!);
      }
      return answer;
    },
  });
  /** @param region value of the proxy's header */
  constructor(
    readonly ip = `192.0.2.${(addresses = (addresses % 250) + 1)}`,
    private readonly region?: string,
  ) {}
  async refusal<C extends CallDefinition>(call: C, input: CallInput<C>): Promise<string> {
    return this.call(call, input).then(
      () => 'fine',
      (error: unknown) => (error instanceof CallError ? error.code : String(error)),
    );
  }
  signIn(email: string, password = PASSWORD): Promise<unknown> {
    return this.call(identityCalls.login, { email, password });
  }
}

export const mailsOf = (kind: string): MailRequest[] =>
  parts.enqueued
    .filter((j) => j.name === 'mail')
    .map((j) => j.data as MailRequest)
    .filter((l) => l.kind === kind);
const linkOf = (kind: string): URL => new URL(mailsOf(kind).at(-1)!.link);
export const keyIn = (kind: string, name = 'activeKey'): string => linkOf(kind).searchParams.get(name)!;
export const address = (): string => `${newId()}@example.test`;

export interface Company {
  id: string;
  owner: Browser;
  ownerId: string;
  email: string;
}
export async function company(name = 'Lantern Works'): Promise<Company> {
  const email = address();
  const ownerId = await createUser(parts.platform, { email, name: 'Olga Owner', password: PASSWORD, lang: 'en' });
  const id = await server.service.createCompany({ name, ownerId });
  const owner = new Browser();
  await owner.signIn(email);
  return { id, owner, ownerId, email };
}
export async function member(of: Company, role: 'admin' | 'member' = 'member', name = 'Max Member') {
  const email = address();
  const userId = await createUser(parts.platform, { email, name, password: PASSWORD, lang: 'ja' });
  await server.service.addMember(of.id, { userId, role });
  const browser = new Browser();
  await browser.signIn(email);
  return { browser, userId, email };
}

/** Starts the service before the tests of a file and ends it after them. */
export function serveOrganization(): void {
  beforeAll(async () => {
    parts = await createParts(anyEngine(), {
      TRUSTED_PROXIES: '127.0.0.1',
      REGION_HEADER: 'CF-IPCountry',
      PUBLIC_ORIGIN: 'https://satchel.example',
    });
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync);
    const core = createCoreServices(parts.platform, sync.store, createLive(parts.platform, sync).channels);
    joinCore(server, core);
    const work = [
      ...projectRoutes(parts.platform, sync.store),
      ...noteRoutes(parts.platform, sync.store),
      ...meetingRoutes(
        core,
        meetingPolicy(() => Promise.resolve(true)),
      ),
    ];
    ({ host, origin } = await serveHttp(parts, {
      calls: [...server.routes, ...work],
      authenticator: server.authenticator,
      raw: [
        streamHandler(
          SYNC_STREAM_PATH,
          server.authenticator,
          (request, response, actor) => sync.stream.handle(request, response, actor),
          parts.platform,
        ),
        ...server.raw,
      ],
    }));
  });
  beforeEach(() => void (parts.enqueued.length = 0));
  afterAll(() => endOrganization({ parts, sync, server, host }));
}

/** Stops the services that a test file started, HTTP first. */
export async function endOrganization(began: {
  parts: Parts;
  sync: Sync;
  server: Organization;
  host: Host;
}): Promise<void> {
  await began.host.close(() => undefined);
  began.sync.close();
  began.server.authenticator.close();
  await began.parts.close();
}
