/**
 * Creates companies, adds and removes members. Each change is one writing transaction of the company: tables,
 * replicated documents, and access.
 */
import { newId, spaceOf } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { SyncTransaction } from '../../sync/store';
import type { CompanyRole, Platform } from '../../platform/context';
import type { MembershipStatus } from '../../shared/identity-tables';
import type { Departments } from '../departments/departments';
import type { CompanySync } from '../people/company-sync';
import { lineOf } from '../people/line';
import { writeMember } from '../people/people';
import { addPersonalSpace } from '../people/personal-space';

export interface NewCompany {
  /** generated if absent */ id?: string;
  name: string;
  code?: string;
  description?: string;
  ownerId: string;
  ownerName?: string;
}
export interface NewMember {
  userId: string;
  /** default: the account's name */ name?: string;
  role?: Exclude<CompanyRole, 'owner'>;
  status?: MembershipStatus;
}

/**
 * Called inside the transaction that removes a member, with the heir. Returns the numbers of transferred items, by kind.
 */
export type RemovalListener = (
  tx: SyncTransaction,
  leaver: { userId: string; name: string; /** false for an invited person */ wasActive: boolean },
  heirId: string,
) => Promise<object>;

export interface Removed {
  name: string;
  email: string;
  lang: string;
  status: MembershipStatus;
  /** numbers of transferred items, by kind */
  transferred: Record<string, number>;
}

export class OrganizationService {
  private readonly removalListeners: RemovalListener[] = [];

  constructor(
    private readonly platform: Platform,
    private readonly sync: CompanySync,
    private readonly departments: Pick<Departments, 'forgetMember' | 'memberChanged'>,
  ) {}

  /** Returns the id. Throws PARAM_ERROR, COMPANY_CODE_DUPLICATED, USER_NOT_FOUND. */
  async createCompany(company: NewCompany): Promise<string> {
    const name = lineOf(company.name, LIMITS.companyName, 'name');
    const code = lineOf(company.code ?? '', LIMITS.code, 'code');
    const now = this.platform.clock.now();
    const id = company.id ?? newId(now);
    await this.sync.store.write(id, async (tx) => {
      const inserted = await this.platform.db
        .insertInto('companies')
        .values({ id, name, code, description: company.description ?? '', created_at: now, updated_at: now })
        .onConflict((c) => c.column('code').where('code', '<>', '').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!inserted) throw new CallError('COMPANY_CODE_DUPLICATED');
      await tx.createSpace(spaceOf('company', id), { everyone: 'viewer' });
      await this.insertMember(tx, company.ownerId, company.ownerName, 'owner', 'active');
    });
    return id;
  }

  /** Throws USER_NOT_FOUND, USER_ALREADY_IN_COMPANY. */
  async addMember(companyId: string, member: NewMember): Promise<void> {
    await this.sync.store.write(companyId, (tx) =>
      this.insertMember(tx, member.userId, member.name, member.role ?? 'member', member.status ?? 'active'),
    );
  }

  /** Activates an invited member; the membership starts now. Throws USER_COMPANY_NOT_FOUND. */
  async activateMember(companyId: string, userId: string): Promise<void> {
    await this.sync.store.write(companyId, async (tx) => {
      const { db, clock } = this.platform;
      const member = await db
        .updateTable('user_company')
        .set({ status: 'active', started_at: clock.now(), updated_at: clock.now() })
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .returning('user_id')
        .executeTakeFirst();
      if (!member) throw new CallError('USER_COMPANY_NOT_FOUND');
      const user = await db
        .selectFrom('users')
        .select(['lang', 'default_company_id'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await writeMember(db, tx, userId);
      await this.enter(tx, userId, user);
      await this.departments.memberChanged(tx, userId);
    });
  }

  /**
   * Removes a member and all their access to the company. Their documents stay; those that only they could change are
   * transferred to `heirId` or to people whom the owning features determine. Throws USER_COMPANY_NOT_FOUND,
   * OWNER_CANNOT_BE_REMOVED.
   */
  async removeMember(companyId: string, userId: string, heirId: string): Promise<Removed> {
    const { db, clock } = this.platform;
    return this.sync.store.write(companyId, async (tx) => {
      const member = await db
        .selectFrom('user_company as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .select(['m.name', 'm.role', 'm.status', 'u.email', 'u.lang'])
        .where('m.company_id', '=', companyId)
        .where('m.user_id', '=', userId)
        .executeTakeFirst();
      if (!member) throw new CallError('USER_COMPANY_NOT_FOUND');
      if (member.role === 'owner') throw new CallError('OWNER_CANNOT_BE_REMOVED');
      await this.departments.forgetMember(tx, userId);
      await db.deleteFrom('user_company').where('company_id', '=', companyId).where('user_id', '=', userId).execute();
      await writeMember(db, tx, userId);
      await this.sync.setCompanyMember(tx, userId, false);
      const transferred: Record<string, number> = {};
      for (const listener of this.removalListeners)
        Object.assign(
          transferred,
          await listener(tx, { userId, name: member.name, wasActive: member.status === 'active' }, heirId),
        );
      await db
        .updateTable('users')
        .set({ default_company_id: null, updated_at: clock.now() })
        .where('id', '=', userId)
        .where('default_company_id', '=', companyId)
        .execute();
      return { name: member.name, email: member.email, lang: member.lang, status: member.status, transferred };
    });
  }

  /**
   * Makes a member an administrator or a plain member. Throws USER_COMPANY_NOT_FOUND; the owner's role never changes
   * here.
   */
  async setRole(
    companyId: string,
    userId: string,
    role: 'admin' | 'member',
  ): Promise<{ name: string; before: CompanyRole }> {
    const { db, clock } = this.platform;
    return this.sync.store.write(companyId, async (tx) => {
      const member = await db
        .selectFrom('user_company')
        .select(['name', 'role', 'status'])
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!member || (role === 'admin' && member.status !== 'active')) throw new CallError('USER_COMPANY_NOT_FOUND');
      if (member.role === 'owner') throw new CallError('PERMISSION_DENIED');
      await db
        .updateTable('user_company')
        .set({ role, updated_at: clock.now() })
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .execute();
      await writeMember(db, tx, userId);
      return { name: member.name, before: member.role };
    });
  }

  /**
   * Makes the owner a plain member and an active administrator the owner. Throws USER_COMPANY_NOT_FOUND,
   * NEW_OWNER_MUST_BE_ADMIN.
   */
  async transferOwner(companyId: string, from: string, to: string): Promise<{ from: string; to: string }> {
    const { db, clock } = this.platform;
    return this.sync.store.write(companyId, async (tx) => {
      const members = await db
        .selectFrom('user_company')
        .select(['user_id', 'name', 'role', 'status', 'enabled'])
        .where('company_id', '=', companyId)
        .where('user_id', 'in', [from, to])
        .execute();
      const [before, after] = [members.find((m) => m.user_id === from), members.find((m) => m.user_id === to)];
      if (!before || before.role !== 'owner') throw new CallError('NO_PERMISSION');
      if (!after || after.status !== 'active' || !after.enabled) throw new CallError('USER_COMPANY_NOT_FOUND');
      if (after.role !== 'admin') throw new CallError('NEW_OWNER_MUST_BE_ADMIN');
      // A unique index admits one owner at any time, so the former one is demoted first.
      for (const [userId, role] of [
        [from, 'member'],
        [to, 'owner'],
      ] as const) {
        await db
          .updateTable('user_company')
          .set({ role, updated_at: clock.now() })
          .where('company_id', '=', companyId)
          .where('user_id', '=', userId)
          .execute();
        await writeMember(db, tx, userId);
      }
      return { from: before.name, to: after.name };
    });
  }

  /** Features that own documents of members register here before the server starts. */
  onMemberRemoved(listener: RemovalListener): void {
    this.removalListeners.push(listener);
  }

  private async enter(
    tx: SyncTransaction,
    userId: string,
    user: { lang: string; default_company_id: string | null },
  ): Promise<void> {
    await this.sync.setCompanyMember(tx, userId, true);
    await addPersonalSpace(tx, { userId, lang: user.lang });
    if (user.default_company_id === null)
      await this.platform.db
        .updateTable('users')
        .set({ default_company_id: tx.companyId, updated_at: this.platform.clock.now() })
        .where('id', '=', userId)
        .execute();
  }

  private async insertMember(
    tx: SyncTransaction,
    userId: string,
    name: string | undefined,
    role: CompanyRole,
    status: MembershipStatus,
  ): Promise<void> {
    const { db } = this.platform;
    const now = this.platform.clock.now();
    const user = await db
      .selectFrom('users')
      .select(['name', 'lang', 'default_company_id'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw new CallError('USER_NOT_FOUND');
    const inserted = await db
      .insertInto('user_company')
      .values({
        company_id: tx.companyId,
        user_id: userId,
        name: lineOf(name ?? user.name, LIMITS.personName, 'name'),
        role,
        status,
        started_at: now,
        updated_at: now,
      })
      .onConflict((c) => c.columns(['company_id', 'user_id']).doNothing())
      .returning('user_id')
      .executeTakeFirst();
    if (!inserted) throw new CallError('USER_ALREADY_IN_COMPANY');
    await writeMember(db, tx, userId);
    if (status === 'active') await this.enter(tx, userId, user);
  }
}
