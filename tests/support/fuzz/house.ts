/** The real server code in this process, answering `fetch`: pull, push and who is signed in, for a company of its own in one database. */
import { refreshAccessForDepartments } from '../../../server/core/access';
import { corePolicies } from '../../../server/core/routes';
import { accessOf } from '../../../server/core/sync/access';
import { wireDoc, type DocRow } from '../../../server/core/sync/documents';
import { syncRoutes } from '../../../server/core/sync/routes';
import { createSync, type Sync } from '../../../server/core/sync/sync';
import type { Actor, Platform } from '../../../server/platform/context';
import { createApi } from '../../../server/platform/http/calls';
import { bind } from '../../../server/platform/http/feature';
import { spaceOf } from '../../../sync/model/ids';
import type { CollectionName } from '../../../sync/model/registry';
import { CallError } from '../../../sync/protocol/errors';
import type { WireDoc } from '../../../sync/protocol/messages';
import { sessionCalls } from '../../../sync/protocol/session';
import type { Parts } from '../parts';

export const DEPARTMENTS = { top: '', child: 'top', side: '' } as const;

export class House {
  readonly platform: Platform;
  readonly sync: Sync;
  /** active people with their departments */
  readonly people = new Map<string, { active: boolean; departmentIds: string[] }>();
  /** milliseconds since the epoch */
  clock: () => number = Date.now;
  private readonly api: ReturnType<typeof createApi>;

  constructor(private readonly parts: Parts, readonly companyId: string) {
    this.platform = Object.create(parts.platform, { clock: { value: { now: () => this.clock() } } }) as Platform;
    this.sync = createSync(this.platform, corePolicies(this.platform));
    const routes = [
      ...syncRoutes(this.sync),
      bind(sessionCalls.my, async ({ actor }) => this.my(actor)),
      bind(sessionCalls.refresh, async () => { throw new CallError('JWT_TOKEN_EXPIRED'); }),
    ];
    this.api = createApi(routes, { platform: this.platform, database: parts.database, authenticator: { authenticate: async ({ authorization }) => this.actor(authorization?.replace('Bearer ', '') ?? '') } });
  }

  /** Throws what a member hears who is no active one. */
  actor(userId: string): Actor | null {
    const person = this.people.get(userId);
    if (!person) return null;
    if (!person.active) throw new CallError('USER_COMPANY_DISABLED');
    return { userId, sessionId: `s-${userId}`, companyId: this.companyId, role: 'member', lang: 'en' };
  }

  async serve(_device: string, path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const facts = {
      requestId: 'fuzz', ip: '192.0.2.1', userAgent: '', cookies: {}, protocol: 1, signal: new AbortController().signal, authorization: headers.get('authorization') ?? undefined,
      secure: false, origin: 'http://satchel.test', internal: true, log: this.platform.log,
    };
    return this.api.fetch(new Request(`http://satchel.test${path}`, init), { facts } as never);
  }

  /** Sets a person's membership and departments, and with them what they see. */
  async setPerson(userId: string, active: boolean, departmentIds: string[]): Promise<void> {
    await this.sync.store.write(this.companyId, async (tx) => {
      if (this.people.size === 0) {
        for (const [id, parentId] of Object.entries(DEPARTMENTS)) {
          if (id === 'top') await this.sync.setCompanyMember(tx, userId, active);
          await tx.put('people', `${this.companyId}-${id}`, { space: spaceOf('company', this.companyId), kind: 'department', name: id, email: '', avatar: '', role: '', departmentIds: [], parentId: parentId && `${this.companyId}-${parentId}`, active: true });
        }
      }
      await this.sync.setCompanyMember(tx, userId, active);
      await tx.put('people', userId, { space: spaceOf('company', this.companyId), kind: 'member', name: userId, email: '', avatar: '', role: 'member', departmentIds, parentId: '', active });
      await refreshAccessForDepartments(tx, 'all');
    });
    this.people.set(userId, { active, departmentIds });
  }

  /** What the database says this person may see now, read without the pull's statement. */
  async visible(userId: string, collection: CollectionName): Promise<Map<string, WireDoc>> {
    const access = await accessOf(this.platform, this.companyId, userId);
    const out = new Map<string, WireDoc>();
    for (const row of await this.rows(collection)) {
      const role = access.get(row.space) ?? null;
      if (role && !row.deleted) out.set(row.id, wireDoc(row, role, { userId, companyId: this.companyId }));
    }
    return out;
  }

  /** Every document of a collection, deleted ones too. */
  async rows(collection: CollectionName): Promise<DocRow[]> {
    const { rows } = await this.platform.query<{ id: string; space_id: string; rev: string; deleted: boolean; data: Record<string, unknown> }>({
      text: 'select id, space_id, rev, deleted, data from doc where company_id = $1 and collection = $2', values: [this.companyId, collection],
    });
    return rows.map(({ space_id, ...row }) => ({ collection, space: space_id, ...row }) as unknown as DocRow);
  }

  close(): void {
    this.sync.close();
  }

  private my(actor: Actor): never {
    const { userId: id } = actor;
    return {
      id, name: id, email: `${id}@example.com`, actived: true, enabled: true, hasPassword: true, defaultCompanyId: this.companyId, sessionId: actor.sessionId,
      userProfile: { id: 'up', lang: 'en', enabled: true },
      userCompany: { id: 'uc', userId: id, companyId: this.companyId, tenantId: this.companyId, userName: id, jobPositionId: '', actived: true, enabled: true },
      companies: [{ id: this.companyId, name: 'A company', role: 'member', logo: '' }], authorityCodes: [], createdAt: 1, updatedAt: 1,
    } as never;
  }
}
