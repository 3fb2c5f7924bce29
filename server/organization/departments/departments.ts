/**
 * The departments of a company and their members. Each change is one writing transaction of the company: tables,
 * replicated documents, and access. The transaction holds the lock of the company's clock, so no concurrent change
 * interferes.
 */
import type { Selectable } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { SyncTransaction } from '../../sync/store';
import type { Platform } from '../../platform/context';
import type { CompanySync } from '../people/company-sync';
import type { DepartmentsTable } from '../../shared/identity-tables';
import { writeDepartment, writeMember } from '../people/people';
import { lineOf, linesOf } from '../people/line';

export interface NewDepartment {
  name: string;
  code?: string;
  description?: string;
  parentId?: string;
}
/** Absent fields are unchanged. `parentId` '' moves the department to the top level. */
export interface DepartmentChange {
  name?: string;
  code?: string;
  description?: string;
  parentId?: string;
}

/**
 * Called inside the transaction when the members or parents of these departments have changed, so that access through
 * them is updated.
 */
export type DepartmentListener = (tx: SyncTransaction, departmentIds: readonly string[]) => Promise<void>;

/** Maximum number of ancestors of a new department. */
export const DEPARTMENT_DEPTH_MAX = 12;

type Row = Pick<Selectable<DepartmentsTable>, 'id' | 'name' | 'code' | 'parent_id' | 'description'>;

export class Departments {
  private readonly listeners: DepartmentListener[] = [];

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock'>,
    private readonly sync: Pick<CompanySync, 'store'>,
  ) {}

  /** Features that share with departments register here before the server starts. */
  onChange(listener: DepartmentListener): void {
    this.listeners.push(listener);
  }

  /**
   * Returns the id. Throws PARAM_ERROR, DEPARTMENT_NAME_DUPLICATED, DEPARTMENT_CODE_DUPLICATED, DEPARTMENT_NOT_FOUND
   * (the parent).
   */
  async create(companyId: string, department: NewDepartment): Promise<string> {
    const fields = checked({
      name: department.name,
      code: department.code ?? '',
      description: department.description ?? '',
    });
    const now = this.platform.clock.now();
    const id = newId(now);
    await this.sync.store.write(companyId, async (tx) => {
      const all = await this.all(companyId);
      const parentId = department.parentId || null;
      refuseDouble(all, { id, name: fields.name!, code: fields.code!, parent_id: parentId });
      refuseTooDeep(all, parentId);
      await this.platform.db
        .insertInto('departments')
        .values({
          company_id: companyId,
          id,
          parent_id: parentId,
          name: fields.name!,
          code: fields.code!,
          description: fields.description!,
          created_at: now,
          updated_at: now,
        })
        .execute();
      await writeDepartment(this.platform.db, tx, id);
    });
    return id;
  }

  /** Returns the previous row. Throws the errors of `create`, and PARAM_ERROR for a department inside itself. */
  async update(companyId: string, id: string, change: DepartmentChange): Promise<Row> {
    const fields = checked(change);
    return this.sync.store.write(companyId, async (tx) => {
      const all = await this.all(companyId);
      const before = all.find((d) => d.id === id);
      if (!before) throw new CallError('DEPARTMENT_NOT_FOUND');
      const parentId = change.parentId === undefined ? before.parent_id : change.parentId || null;
      refuseDouble(all, {
        id,
        name: fields.name ?? before.name,
        code: fields.code ?? before.code,
        parent_id: parentId,
      });
      const moved = parentId !== before.parent_id;
      if (moved) {
        refuseCycle(all, id, parentId);
        refuseTooDeep(all, parentId, heightOf(all, id));
      }
      await this.platform.db
        .updateTable('departments')
        .set({ ...fields, parent_id: parentId, updated_at: this.platform.clock.now() })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
      await writeDepartment(this.platform.db, tx, id);
      // The ancestors of the old and of the new parent contain other people now.
      if (moved)
        await this.notifyListeners(
          tx,
          [id, before.parent_id, parentId].filter((d): d is string => d !== null),
        );
      return before;
    });
  }

  /** Returns the previous row. Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_HAS_CHILD, DEPARTMENT_HAS_USER. */
  async remove(companyId: string, id: string): Promise<Row> {
    const { db } = this.platform;
    return this.sync.store.write(companyId, async (tx) => {
      const all = await this.all(companyId);
      const before = all.find((d) => d.id === id);
      if (!before) throw new CallError('DEPARTMENT_NOT_FOUND');
      if (all.some((d) => d.parent_id === id)) throw new CallError('DEPARTMENT_HAS_CHILD');
      const member = await db
        .selectFrom('user_department')
        .select('user_id')
        .where('company_id', '=', companyId)
        .where('department_id', '=', id)
        .limit(1)
        .executeTakeFirst();
      if (member) throw new CallError('DEPARTMENT_HAS_USER');
      await db.deleteFrom('departments').where('company_id', '=', companyId).where('id', '=', id).execute();
      await writeDepartment(db, tx, id);
      await this.notifyListeners(tx, [id, ...(before.parent_id ? [before.parent_id] : [])]);
      return before;
    });
  }

  /**
   * Adds members to a department; they stay in their other departments. Throws DEPARTMENT_NOT_FOUND,
   * USER_COMPANY_NOT_FOUND.
   */
  async addMembers(companyId: string, userIds: readonly string[], departmentId: string): Promise<void> {
    await this.changeMembers(companyId, userIds, departmentId, async (userId) => {
      await this.platform.db
        .insertInto('user_department')
        .values({ company_id: companyId, user_id: userId, department_id: departmentId })
        .onConflict((c) => c.doNothing())
        .execute();
    });
  }

  /** Removes members from a department. Throws the errors of `addMembers`. */
  async removeMembers(companyId: string, userIds: readonly string[], departmentId: string): Promise<void> {
    await this.changeMembers(companyId, userIds, departmentId, async (userId) => {
      await this.platform.db
        .deleteFrom('user_department')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .where('department_id', '=', departmentId)
        .execute();
    });
  }

  /** Removes a member from every department; call inside the transaction that removes or changes the member. */
  async forgetMember(tx: SyncTransaction, userId: string): Promise<void> {
    const formerDepartments = await this.platform.db
      .deleteFrom('user_department')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', userId)
      .returning('department_id')
      .execute();
    await this.notifyListeners(
      tx,
      formerDepartments.map((d) => d.department_id),
    );
  }

  /**
   * Updates access through a member's departments; call inside the transaction that activated or deactivated the
   * member.
   */
  async memberChanged(tx: SyncTransaction, userId: string): Promise<void> {
    const memberDepartments = await this.platform.db
      .selectFrom('user_department')
      .select('department_id')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', userId)
      .execute();
    await this.notifyListeners(
      tx,
      memberDepartments.map((d) => d.department_id),
    );
  }

  private async changeMembers(
    companyId: string,
    userIds: readonly string[],
    departmentId: string,
    change: (userId: string) => Promise<void>,
  ): Promise<void> {
    const { db } = this.platform;
    await this.sync.store.write(companyId, async (tx) => {
      const department = await db
        .selectFrom('departments')
        .select('id')
        .where('company_id', '=', companyId)
        .where('id', '=', departmentId)
        .executeTakeFirst();
      if (!department) throw new CallError('DEPARTMENT_NOT_FOUND');
      for (const userId of new Set(userIds)) {
        const member = await db
          .selectFrom('user_company')
          .select('user_id')
          .where('company_id', '=', companyId)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (!member) throw new CallError('USER_COMPANY_NOT_FOUND');
        await change(userId);
        await writeMember(db, tx, userId);
      }
      await this.notifyListeners(tx, [departmentId]);
    });
  }

  private async notifyListeners(tx: SyncTransaction, departmentIds: readonly string[]): Promise<void> {
    if (departmentIds.length > 0) for (const listener of this.listeners) await listener(tx, departmentIds);
  }

  private all(companyId: string): Promise<Row[]> {
    return this.platform.db
      .selectFrom('departments')
      .select(['id', 'name', 'code', 'parent_id', 'description'])
      .where('company_id', '=', companyId)
      .execute();
  }
}

function checked(fields: DepartmentChange): { name?: string; code?: string; description?: string } {
  return {
    ...(fields.name === undefined ? {} : { name: lineOf(fields.name, LIMITS.departmentName, 'name') }),
    ...(fields.code === undefined ? {} : { code: lineOf(fields.code, LIMITS.code, 'code') }),
    ...(fields.description === undefined
      ? {}
      : { description: linesOf(fields.description, LIMITS.companyDescription, 'description') }),
  };
}

function refuseDouble(all: readonly Row[], wanted: Pick<Row, 'id' | 'name' | 'code' | 'parent_id'>): void {
  const others = all.filter((d) => d.id !== wanted.id);
  if (wanted.parent_id !== null && !all.some((d) => d.id === wanted.parent_id))
    throw new CallError('DEPARTMENT_NOT_FOUND');
  if (others.some((d) => d.parent_id === wanted.parent_id && d.name === wanted.name))
    throw new CallError('DEPARTMENT_NAME_DUPLICATED', { fieldErrors: { name: 'DEPARTMENT_NAME_DUPLICATED' } });
  if (wanted.code !== '' && others.some((d) => d.code === wanted.code))
    throw new CallError('DEPARTMENT_CODE_DUPLICATED', { fieldErrors: { code: 'DEPARTMENT_CODE_DUPLICATED' } });
}

/** The ancestors of a department, the nearest first; stops at a cycle. */
function ancestorsOf(all: readonly Row[], id: string | null): string[] {
  const found: string[] = [];
  for (let at = id; at !== null && !found.includes(at); at = all.find((d) => d.id === at)?.parent_id ?? null)
    found.push(at);
  return found;
}

function refuseCycle(all: readonly Row[], id: string, parentId: string | null): void {
  if (ancestorsOf(all, parentId).includes(id))
    throw new CallError('PARAM_ERROR', { fieldErrors: { parentId: 'DEPARTMENT_INSIDE_ITSELF' } });
}

function refuseTooDeep(all: readonly Row[], parentId: string | null, height = 1): void {
  if (ancestorsOf(all, parentId).length + height > DEPARTMENT_DEPTH_MAX)
    throw new CallError('PARAM_ERROR', { fieldErrors: { parentId: 'DEPARTMENT_TOO_DEEP' } });
}

/** Height of a department's subtree in levels. */
function heightOf(all: readonly Row[], id: string): number {
  return 1 + Math.max(0, ...all.filter((d) => d.parent_id === id).map((d) => heightOf(all, d.id)));
}
