/**
 * The departments of a company and who is in them. Each change is one writing transaction of the company: the tables, the replicated
 * documents that show them, and who sees what because of it. The company's clock is locked meanwhile, so nobody changes them in between.
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
/** Fields that are not given stay. `parentId` '' puts it directly below the company. */
export interface DepartmentChange {
  name?: string;
  code?: string;
  description?: string;
  parentId?: string;
}

/** Told, inside the transaction, that these departments have other members or parents than before: what is shared with them follows. */
export type DepartmentListener = (tx: SyncTransaction, departmentIds: readonly string[]) => Promise<void>;

/** Departments above a new one at most: deeper trees are a mistake. */
export const DEPARTMENT_DEPTH_MAX = 12;

type Row = Pick<Selectable<DepartmentsTable>, 'id' | 'name' | 'code' | 'parent_id' | 'description'>;

export class Departments {
  private readonly listeners: DepartmentListener[] = [];

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock'>,
    private readonly sync: Pick<CompanySync, 'store'>,
  ) {}

  /** Features that share with departments join here, before the server starts. */
  whenTheyChange(listener: DepartmentListener): void {
    this.listeners.push(listener);
  }

  /** Gives the id. Throws PARAM_ERROR, DEPARTMENT_NAME_DUPLICATED, DEPARTMENT_CODE_DUPLICATED, DEPARTMENT_NOT_FOUND (the parent). */
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

  /** Gives the row as it was. Throws as `create`, and PARAM_ERROR for a department that would be inside itself. */
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
      // those above the old and the new place mean other people now
      if (moved)
        await this.tell(
          tx,
          [id, before.parent_id, parentId].filter((d): d is string => d !== null),
        );
      return before;
    });
  }

  /** Gives the row as it was. Throws DEPARTMENT_NOT_FOUND, DEPARTMENT_HAS_CHILD, DEPARTMENT_HAS_USER. */
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
      await this.tell(tx, [id, ...(before.parent_id ? [before.parent_id] : [])]);
      return before;
    });
  }

  /** Puts members into a department, beside those they are in. Throws DEPARTMENT_NOT_FOUND, USER_COMPANY_NOT_FOUND. */
  async addMembers(companyId: string, userIds: readonly string[], departmentId: string): Promise<void> {
    await this.changeMembers(companyId, userIds, departmentId, async (userId) => {
      await this.platform.db
        .insertInto('user_department')
        .values({ company_id: companyId, user_id: userId, department_id: departmentId })
        .onConflict((c) => c.doNothing())
        .execute();
    });
  }

  /** Takes members out of a department. Throws as `addMembers`. */
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

  /** Takes a member out of every department, in a transaction that removes or changes them. */
  async forgetMember(tx: SyncTransaction, userId: string): Promise<void> {
    const left = await this.platform.db
      .deleteFrom('user_department')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', userId)
      .returning('department_id')
      .execute();
    await this.tell(
      tx,
      left.map((d) => d.department_id),
    );
  }

  /** In a transaction that changed whether a member is active: what is shared with their departments follows. */
  async memberChanged(tx: SyncTransaction, userId: string): Promise<void> {
    const mine = await this.platform.db
      .selectFrom('user_department')
      .select('department_id')
      .where('company_id', '=', tx.companyId)
      .where('user_id', '=', userId)
      .execute();
    await this.tell(
      tx,
      mine.map((d) => d.department_id),
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
      await this.tell(tx, [departmentId]);
    });
  }

  private async tell(tx: SyncTransaction, departmentIds: readonly string[]): Promise<void> {
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

/** The departments above one, from the nearest; ends where a tree that cannot be would go round. */
function above(all: readonly Row[], id: string | null): string[] {
  const found: string[] = [];
  for (let at = id; at !== null && !found.includes(at); at = all.find((d) => d.id === at)?.parent_id ?? null)
    found.push(at);
  return found;
}

function refuseCycle(all: readonly Row[], id: string, parentId: string | null): void {
  if (above(all, parentId).includes(id))
    throw new CallError('PARAM_ERROR', { fieldErrors: { parentId: 'DEPARTMENT_INSIDE_ITSELF' } });
}

function refuseTooDeep(all: readonly Row[], parentId: string | null, height = 1): void {
  if (above(all, parentId).length + height > DEPARTMENT_DEPTH_MAX)
    throw new CallError('PARAM_ERROR', { fieldErrors: { parentId: 'DEPARTMENT_TOO_DEEP' } });
}

/** Levels of a department with everything below it. */
function heightOf(all: readonly Row[], id: string): number {
  return 1 + Math.max(0, ...all.filter((d) => d.parent_id === id).map((d) => heightOf(all, d.id)));
}
