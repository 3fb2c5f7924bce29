/** Departments and pages of members over HTTP, and ids of another organization. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditCalls } from '../../server/organization/audit/contract';
import { departmentCalls } from '../../server/organization/departments/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { pageOfMembers } from '../../server/organization/members/directory';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import type { CallError } from '../../sync/protocol/errors';
import {
  address,
  company,
  mailsOf,
  member,
  parts,
  PASSWORD,
  server,
  serveOrganization,
} from '../support/organization-server';

serveOrganization();

describe('departments and pages of members', () => {
  it('a withdrawn invitation is not reported as a removal; members of a department, of none and all others are paged', async () => {
    const organization = await company();
    const department = await server.departments.create(organization.id, { name: 'Makers' });
    const max = await member(organization);
    await organization.owner.call(departmentCalls.addMembers, { userIds: [max.userId], departmentId: department });
    const { userId } = await organization.owner.call(invitationCalls.invite, {
      companyId: organization.id,
      email: address(),
      name: 'Nora New',
    });
    const names = async (input: Partial<CallInput<typeof memberCalls.search>>) =>
      (await organization.owner.call(memberCalls.search, { companyId: organization.id, ...input })).members.map(
        (m) => m.name,
      );
    expect(await names({ departmentId: department })).toEqual(['Max Member']);
    expect(await names({ departmentId: 'none' })).toEqual(['Nora New', 'Olga Owner']);
    expect(await names({ notInDepartmentId: department, inCompanyUserNameInfixLike: 'olga' })).toEqual(['Olga Owner']);
    expect(await names({ userIds: [userId, newId()] })).toEqual(['Nora New']);
    expect([await names({ userIds: [] }), await names({ roles: [] }), await names({ roles: ['owner'] })]).toEqual([
      [],
      [],
      ['Olga Owner'],
    ]);
    await organization.owner.call(memberCalls.remove, { companyId: organization.id, userId });
    expect(mailsOf('removedFromCompany')).toEqual([]);
  });

  it('ten thousand members are paged by department, each step through an index of the company', async () => {
    const [organization, other] = [await company('Many'), await company('Few')];
    const department = await server.departments.create(organization.id, { name: 'Everybody' });
    const prefix = newId();
    const { db } = parts.platform;
    await sql`insert into users (id, email, name, created_at, updated_at)
      select ${prefix} || n, ${prefix} || n || '@example.test', 'Person', 1, 1 from generate_series(10001, 20000) n`.execute(
      db,
    );
    await sql`insert into user_company (company_id, user_id, name, started_at, updated_at)
      select ${organization.id}, ${prefix} || n, 'Person ' || n, 1, 1 from generate_series(10001, 20000) n`.execute(db);
    await sql`insert into user_department (company_id, user_id, department_id)
      select ${organization.id}, ${prefix} || n, ${department} from generate_series(10001, 20000) n`.execute(db);
    const page = (currentPage: number, more = {}) =>
      organization.owner.call(memberCalls.search, {
        companyId: organization.id,
        departmentId: department,
        status: 'active',
        currentPage,
        pageSize: 50,
        ...more,
      });
    for (const [number, first, last] of [
      [1, 'Person 10001', 'Person 10050'],
      [200, 'Person 19951', 'Person 20000'],
    ] as const) {
      const { total, members } = await page(number);
      expect([total, members.length, members[0]!.name, members.at(-1)!.name, members[0]!.departments.length]).toEqual([
        10_000,
        50,
        first,
        last,
        1,
      ]);
    }
    expect((await page(201)).members).toEqual([]);
    expect((await page(1, { inCompanyUserNameInfixLike: 'Person 1234' })).total).toBe(10);
    expect((await other.owner.call(memberCalls.search, { companyId: other.id })).total).toBe(1);
    // with so many rows of one company a full scan can be as cheap: the test requires that no step needs one
    for (const departmentId of ['', department]) {
      const plan = await parts.platform.transaction(async () => {
        await sql`set local enable_seqscan = off`.execute(db);
        return pageOfMembers(db, organization.id, {
          departmentId,
          status: 'active',
          limit: 50,
          offset: 9_950,
        }).explain<{
          'QUERY PLAN': string;
        }>();
      });
      const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(steps).not.toContain('Seq Scan');
      expect(steps).toMatch(/(using|on) user_company_\w+.*\n\s+(Index|Recheck) Cond: .*company_id = /);
    }
  });

  it('departments form a tree: no cycles, no duplicates, no deletion of one with members', async () => {
    const organization = await company();
    const max = await member(organization);
    const make = async (name: string, parentId = '', code = '') =>
      (await organization.owner.call(departmentCalls.create, { companyId: organization.id, name, parentId, code })).id;
    const makers = await make('Makers', '', '1234567890');
    const glass = await make('Glass', makers);
    const lamps = await make('Lamps', glass);
    const call = (input: CallInput<typeof departmentCalls.create>) =>
      organization.owner.refusal(departmentCalls.create, input);
    expect(await call({ companyId: organization.id, name: 'Codes', code: '12345678901' })).toBe('PARAM_ERROR');
    expect(await call({ companyId: organization.id, name: 'Makers' })).toBe('DEPARTMENT_NAME_DUPLICATED');
    expect(await call({ companyId: organization.id, name: 'Others', code: '1234567890' })).toBe(
      'DEPARTMENT_CODE_DUPLICATED',
    );
    for (const parentId of [makers, glass, lamps]) {
      const error = await organization.owner
        .call(departmentCalls.update, { id: makers, parentId })
        .catch((e: unknown) => e as CallError);
      expect((error as CallError).details.fieldErrors).toEqual({ parentId: 'DEPARTMENT_INSIDE_ITSELF' });
    }
    expect(await organization.owner.refusal(departmentCalls.remove, { id: makers })).toBe('DEPARTMENT_HAS_CHILD');
    await organization.owner.call(departmentCalls.addMembers, { userIds: [max.userId], departmentId: lamps });
    expect(await organization.owner.refusal(departmentCalls.remove, { id: lamps })).toBe('DEPARTMENT_HAS_USER');
    const tree = await max.browser.call(departmentCalls.tree, { id: organization.id });
    expect(tree).toMatchObject({
      members: 2,
      unassigned: 1,
      departments: [
        {
          name: 'Makers',
          members: 0,
          totalMembers: 1,
          children: [{ name: 'Glass', children: [{ name: 'Lamps', members: 1 }] }],
        },
      ],
    });
    await organization.owner.call(departmentCalls.update, { id: lamps, parentId: '' });
    await organization.owner.call(departmentCalls.removeMembers, { userIds: [max.userId], departmentId: lamps });
    await organization.owner.call(departmentCalls.remove, { id: lamps });
    expect(await organization.owner.refusal(departmentCalls.remove, { id: lamps })).toBe('DEPARTMENT_NOT_FOUND');
  });

  it('ids of one company are rejected in another', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    const department = await server.departments.create(other.id, { name: 'Theirs' });
    const theirs = await member(other);
    for (const [call, input] of [
      [memberCalls.search, { companyId: other.id }],
      [departmentCalls.tree, { id: other.id }],
      [departmentCalls.members, { id: other.id }],
      [auditCalls.query, { companyId: other.id }],
      [departmentCalls.create, { companyId: other.id, name: 'Mine' }],
      [invitationCalls.invite, { companyId: other.id, email: address(), name: 'Nora New' }],
      [invitationCalls.createLink, { companyId: other.id }],
      [memberCalls.remove, { companyId: other.id, userId: theirs.userId }],
      [memberCalls.authority, { id: other.id }],
      [memberCalls.createUser, { companyId: other.id, name: 'Nora New', email: address(), password: PASSWORD }],
    ] as unknown as [CallDefinition, never][]) {
      expect(await organization.owner.refusal(call, input), call.path).toBe('NO_PERMISSION');
      expect(
        await organization.owner.refusal(call, { ...(input as object), companyId: newId(), id: newId() } as never),
        call.path,
      ).toBe('NO_PERMISSION');
    }
    expect(await organization.owner.refusal(departmentCalls.update, { id: department, name: 'Mine' })).toBe(
      'DEPARTMENT_NOT_FOUND',
    );
    expect(await organization.owner.refusal(departmentCalls.remove, { id: department })).toBe('DEPARTMENT_NOT_FOUND');
    expect(await organization.owner.refusal(memberCalls.setAdmin, { userId: theirs.userId })).toBe(
      'USER_COMPANY_NOT_FOUND',
    );
    expect(
      await organization.owner.refusal(memberCalls.remove, { companyId: organization.id, userId: theirs.userId }),
    ).toBe('USER_COMPANY_NOT_FOUND');
  });
});
