/**
 * Makes and changes companies, their members and departments. Each change is one writing transaction of the company: the tables, the
 * replicated documents that show them, and who sees what because of it.
 */
import { newId, spaceOf } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';
import type { SyncTransaction } from '../../core/sync/store';
import type { Sync } from '../../core/sync/sync';
import type { CompanyRole, Platform } from '../../platform/context';
import type { MembershipStatus } from '../identity/tables';
import { writeDepartment, writeMember } from '../people/people';
import { addPersonalSpace } from '../people/personal-space';

export interface NewCompany { /** made here unless told */ id?: string; name: string; code?: string; description?: string; ownerId: string; ownerName?: string }
export interface NewMember { userId: string; /** the account's name unless told */ name?: string; role?: Exclude<CompanyRole, 'owner'>; status?: MembershipStatus }
export interface NewDepartment { name: string; code?: string; description?: string; parentId?: string }

/** What of replication this needs. */
export type CompanySync = Pick<Sync, 'store' | 'setCompanyMember'>;

/** Told, inside the transaction, that these departments have other members or parents than before: what is shared with them follows. */
export type DepartmentListener = (tx: SyncTransaction, departmentIds: readonly string[]) => Promise<void>;

export class OrganizationService {
  private readonly departmentListeners: DepartmentListener[] = [];

  constructor(private readonly platform: Platform, private readonly sync: CompanySync) {}

  /** Features that share with departments join here, before the server starts. */
  whenDepartmentsChange(listener: DepartmentListener): void {
    this.departmentListeners.push(listener);
  }

  /** Gives the id. Throws PARAM_ERROR, COMPANY_CODE_DUPLICATED, USER_NOT_FOUND. */
  async createCompany(company: NewCompany): Promise<string> {
    const name = lineOf(company.name, LIMITS.companyName, 'name');
    const code = lineOf(company.code ?? '', LIMITS.code, 'code');
    const now = this.platform.clock.now();
    const id = company.id ?? newId(now);
    await this.sync.store.write(id, async (tx) => {
      const made = await this.platform.db.insertInto('companies').values({ id, name, code, description: company.description ?? '', created_at: now, updated_at: now })
        .onConflict((c) => c.column('code').where('code', '<>', '').doNothing()).returning('id').executeTakeFirst();
      if (!made) throw new CallError('COMPANY_CODE_DUPLICATED');
      await tx.createSpace(spaceOf('company', id), { everyone: 'viewer' });
      await this.insertMember(tx, company.ownerId, company.ownerName, 'owner', 'active');
    });
    return id;
  }

  /** Throws USER_NOT_FOUND, USER_ALREADY_IN_COMPANY. */
  async addMember(companyId: string, member: NewMember): Promise<void> {
    await this.sync.store.write(companyId, (tx) => this.insertMember(tx, member.userId, member.name, member.role ?? 'member', member.status ?? 'active'));
  }

  /** Gives the id. Throws PARAM_ERROR, DEPARTMENT_NAME_DUPLICATED, DEPARTMENT_CODE_DUPLICATED, DEPARTMENT_NOT_FOUND (the parent). */
  async createDepartment(companyId: string, department: NewDepartment): Promise<string> {
    const name = lineOf(department.name, { min: 1, max: LIMITS.companyName.max }, 'name');
    const code = lineOf(department.code ?? '', LIMITS.code, 'code');
    const parentId = department.parentId || null;
    const now = this.platform.clock.now();
    const id = newId(now);
    const { db } = this.platform;
    await this.sync.store.write(companyId, async (tx) => {
      // the company's clock is locked: nobody else changes its departments between these questions and the insert
      const siblings = await db.selectFrom('departments').select(['id', 'name', 'code', 'parent_id']).where('company_id', '=', companyId).execute();
      if (parentId !== null && !siblings.some((d) => d.id === parentId)) throw new CallError('DEPARTMENT_NOT_FOUND');
      if (siblings.some((d) => d.parent_id === parentId && d.name === name)) throw new CallError('DEPARTMENT_NAME_DUPLICATED');
      if (code !== '' && siblings.some((d) => d.code === code)) throw new CallError('DEPARTMENT_CODE_DUPLICATED');
      await db.insertInto('departments').values({ company_id: companyId, id, parent_id: parentId, name, code, description: department.description ?? '', created_at: now, updated_at: now }).execute();
      await writeDepartment(db, tx, id);
    });
    return id;
  }

  /** Puts members into a department, beside those they are in. Throws DEPARTMENT_NOT_FOUND, USER_COMPANY_NOT_FOUND. */
  async setDepartment(companyId: string, userIds: readonly string[], departmentId: string): Promise<void> {
    const { db } = this.platform;
    await this.sync.store.write(companyId, async (tx) => {
      const department = await db.selectFrom('departments').select('id').where('company_id', '=', companyId).where('id', '=', departmentId).executeTakeFirst();
      if (!department) throw new CallError('DEPARTMENT_NOT_FOUND');
      for (const userId of userIds) {
        const member = await db.selectFrom('user_company').select('user_id').where('company_id', '=', companyId).where('user_id', '=', userId).executeTakeFirst();
        if (!member) throw new CallError('USER_COMPANY_NOT_FOUND');
        await db.insertInto('user_department').values({ company_id: companyId, user_id: userId, department_id: departmentId }).onConflict((c) => c.doNothing()).execute();
        await writeMember(db, tx, userId);
      }
      for (const listener of this.departmentListeners) await listener(tx, [departmentId]);
    });
  }

  private async insertMember(tx: SyncTransaction, userId: string, name: string | undefined, role: CompanyRole, status: MembershipStatus): Promise<void> {
    const { db } = this.platform;
    const now = this.platform.clock.now();
    const user = await db.selectFrom('users').select(['name', 'lang', 'default_company_id']).where('id', '=', userId).executeTakeFirst();
    if (!user) throw new CallError('USER_NOT_FOUND');
    const made = await db.insertInto('user_company').values({
      company_id: tx.companyId, user_id: userId, name: lineOf(name ?? user.name, LIMITS.personName, 'name'), role, status, started_at: now, updated_at: now,
    }).onConflict((c) => c.columns(['company_id', 'user_id']).doNothing()).returning('user_id').executeTakeFirst();
    if (!made) throw new CallError('USER_ALREADY_IN_COMPANY');
    await writeMember(db, tx, userId);
    if (status !== 'active') return;
    await this.sync.setCompanyMember(tx, userId, true);
    await addPersonalSpace(tx, { userId, lang: user.lang });
    if (user.default_company_id === null) await db.updateTable('users').set({ default_company_id: tx.companyId, updated_at: now }).where('id', '=', userId).execute();
  }
}

/** A cleaned line within its bounds, in graphemes. Throws PARAM_ERROR that names the field. */
function lineOf(text: string, bounds: { min?: number; max: number }, field: string): string {
  const cleaned = clean(text);
  const length = graphemeLength(cleaned.slice(0, 10_000));
  if (length < (bounds.min ?? 0) || length > bounds.max) throw new CallError('PARAM_ERROR', { fieldErrors: { [field]: 'PARAM_ERROR' } });
  return cleaned;
}
