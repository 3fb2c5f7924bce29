/**
 * A company on the real server code: pull, push, pokes, a call with side effects and the session, answering `fetch`.
 * With two processes requests alternate between them.
 */
import * as v from 'valibot';
import { refreshAccessForDepartments } from '../../../server/core/department-access';
import { allPolicies, features } from '../../../server/features';
import { restorersOf } from '../../../server/shared/feature';
import { accessOf } from '../../../server/sync/access';
import { wireDoc, type DocRow } from '../../../server/sync/documents';
import { createLive } from '../../../server/live/live';
import { trashRoutes } from '../../../server/core/trash/routes';
import { liveRoutes } from '../../../server/live/routes';
import { syncRoutes } from '../../../server/sync/routes';
import { createSync, type AnyPushPolicy, type Sync } from '../../../server/sync/sync';
import type { Actor, Platform } from '../../../server/platform/context';
import { createApi } from '../../../server/platform/http/calls';
import { bind } from '../../../server/platform/http/feature';
import { spaceOf } from '../../../sync/model/ids';
import { KIND_NAMES, type KindName } from '../../../sync/model/kinds';
import { defineCall } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { WireDoc } from '../../../sync/protocol/messages';
import { sessionCalls } from '../../../sync/protocol/session';
import type { Ground } from './servers';

export const DEPARTMENTS = { top: '', child: 'top', side: '' } as const;

/** A call with a side effect, as sent by the outbox. */
const effectCall = defineCall({
  service: 'core',
  method: 'POST',
  path: '/fuzz/effect',
  summary: 'Does something once.',
  who: 'member',
  idempotent: true,
  input: v.object({ mark: v.string() }),
  output: v.object({}),
  errors: [],
});

interface Process {
  platform: Platform;
  sync: Sync;
  api: ReturnType<typeof createApi>;
}

export class ServerFixture {
  /** active people with their departments */
  readonly people = new Map<string, { active: boolean; departmentIds: string[] }>();
  /** number of executions of each call with a side effect, by the `mark` of its input */
  readonly effects = new Map<string, number>();
  /** milliseconds since the epoch */
  clock: () => number = Date.now;
  private readonly processes: readonly Process[];
  private turn = 0;

  constructor(
    servers: readonly Ground[],
    readonly companyId: string,
    /** in addition to those of the features */
    private readonly policies: readonly AnyPushPolicy[] = [],
  ) {
    this.processes = servers.map((ground) => this.process(ground));
  }

  private process(ground: Ground): Process {
    const platform = Object.create(ground.platform, { clock: { value: { now: () => this.clock() } } }) as Platform;
    const sync = createSync(platform, [...allPolicies(platform), ...this.policies]);
    const routes = [
      ...syncRoutes(sync),
      ...liveRoutes(createLive(platform, sync)),
      ...trashRoutes({ platform, sync: sync.store, restorers: restorersOf(features) }),
      bind(sessionCalls.my, async ({ actor }) => this.my(actor)),
      bind(sessionCalls.refresh, async () => {
        throw new CallError('JWT_TOKEN_EXPIRED');
      }),
      bind(sessionCalls.setLanguage, async ({ input }) => ({ lang: input.lang })),
      bind(effectCall, async ({ input: { mark } }) => {
        this.effects.set(mark, (this.effects.get(mark) ?? 0) + 1);
        return {};
      }),
    ];
    const api = createApi(routes, {
      platform,
      database: ground.database,
      authenticator: {
        authenticate: async ({ authorization }) => this.actor(authorization?.replace('Bearer ', '') ?? ''),
      },
    });
    return { platform, sync, api };
  }

  private get first(): Process {
    return this.processes[0]!;
  }
  private next(): Process {
    return this.processes[(this.turn += 1) % this.processes.length]!;
  }

  /** The tables as read by the first process. */
  get store(): Sync['store'] {
    return this.first.sync.store;
  }

  /** Throws the refusal of a person who is not an active member. */
  actor(userId: string): Actor | null {
    const person = this.people.get(userId);
    if (!person) return null;
    if (!person.active) throw new CallError('USER_COMPANY_DISABLED');
    return { userId, sessionId: `s-${userId}`, companyId: this.companyId, role: 'member', lang: 'en' };
  }

  async serve(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const { platform, api } = this.next();
    const facts = {
      requestId: 'fuzz',
      ip: '192.0.2.1',
      userAgent: '',
      cookies: {},
      protocol: 1,
      signal: new AbortController().signal,
      authorization: headers.get('authorization') ?? undefined,
      secure: false,
      origin: 'http://satchel.test',
      log: platform.log,
    };
    return api.fetch(new Request(`http://satchel.test${path}`, init), { facts } as never);
  }

  /**
   * An event stream of a person; bytes arrive by `write`. Throws the refusal of a person without access. Returns the
   * function that ends it.
   */
  listen(userId: string, write: (text: string) => void, ended: () => void): () => void {
    const actor = this.actor(userId);
    if (!actor) throw new CallError('USER_NOT_LOGIN');
    const closing = new Set<() => void>();
    const on = (event: string, listener: () => void): void => {
      if (event === 'close') closing.add(listener);
    };
    const response = {
      on,
      writeHead: () => undefined,
      write: (text: string) => {
        write(text);
        return true;
      },
      end: ended,
      destroy: ended,
    };
    this.next().sync.stream.handle({ on } as never, response as never, actor);
    return () => {
      for (const listener of closing) listener();
    };
  }

  /** Sets a person's membership and departments, and thereby their access. */
  async setPerson(userId: string, active: boolean, departmentIds: string[]): Promise<void> {
    const { sync } = this.next();
    await sync.store.write(this.companyId, async (tx) => {
      const isFirst = this.people.size === 0;
      if (isFirst) await sync.setCompanyMember(tx, userId, active);
      for (const [id, parentId] of isFirst ? Object.entries(DEPARTMENTS) : []) {
        await tx.put('people', `${this.companyId}-${id}`, {
          space: spaceOf('company', this.companyId),
          kind: 'department',
          name: id,
          email: '',
          avatar: '',
          role: '',
          departmentIds: [],
          parentId: parentId && `${this.companyId}-${parentId}`,
          active: true,
        });
      }
      await sync.setCompanyMember(tx, userId, active);
      await tx.put('people', userId, {
        space: spaceOf('company', this.companyId),
        kind: 'member',
        name: userId,
        email: '',
        avatar: '',
        role: 'member',
        departmentIds,
        parentId: '',
        active,
      });
      await refreshAccessForDepartments(tx, 'all');
    });
    this.people.set(userId, { active, departmentIds });
  }

  /** A change by the server itself. */
  write: Sync['store']['write'] = (companyId, work) => this.next().sync.store.write(companyId, work);

  /** The documents that the database lets this person see now, read without the pull's statement. */
  async visible(userId: string, names: readonly KindName[]): Promise<Map<KindName, Map<string, WireDoc>>> {
    const access = await accessOf(this.first.platform, this.companyId, userId);
    const out = new Map<KindName, Map<string, WireDoc>>(names.map((name) => [name, new Map()]));
    for (const row of await this.rows()) {
      const role = access.get(row.space) ?? null;
      if (role && !row.deleted)
        out.get(row.collection)?.set(row.id, wireDoc(row, role, { userId, companyId: this.companyId }));
    }
    return out;
  }

  /** All documents, including deleted ones. */
  async rows(): Promise<DocRow[]> {
    const { rows } = await this.first.platform.query<{
      collection: KindName;
      id: string;
      space_id: string;
      rev: string;
      deleted: boolean;
      data: Record<string, unknown>;
    }>({
      text: 'select collection, id, space_id, rev, deleted, data from doc where company_id = $1',
      values: [this.companyId],
    });
    return rows
      .filter((row) => KIND_NAMES.includes(row.collection))
      .map(({ space_id, ...row }) => ({ space: space_id, ...row }) as unknown as DocRow);
  }

  close(): void {
    for (const { sync } of this.processes) sync.close();
  }

  private my(actor: Actor): never {
    const { userId: id } = actor;
    return {
      id,
      name: id,
      email: `${id}@example.com`,
      actived: true,
      enabled: true,
      hasPassword: true,
      defaultCompanyId: this.companyId,
      sessionId: actor.sessionId,
      userProfile: { id: 'up', lang: 'en', enabled: true },
      userCompany: {
        id: 'uc',
        userId: id,
        companyId: this.companyId,
        tenantId: this.companyId,
        userName: id,
        jobPositionId: '',
        actived: true,
        enabled: true,
      },
      companies: [{ id: this.companyId, name: 'A company', role: 'member', logo: '' }],
      authorityCodes: [],
      createdAt: 1,
      updatedAt: 1,
    } as never;
  }
}
