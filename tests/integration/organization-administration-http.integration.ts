/**
 * Administration of an organization over HTTP, as browsers use it: members, roles, devices, departments, IP rules,
 * profile, and refusals.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { auditCalls } from '../../server/organization/audit/contract';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { departmentCalls } from '../../server/organization/departments/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { ipCalls } from '../../server/organization/ip-access/contract';
import { turnRestrictionOff } from '../../server/organization/ip-access/operator';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { pageOfMembers } from '../../server/organization/members/directory';
import { profileCalls } from '../../server/organization/profile/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId } from '../../sync/model/ids';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import type { CallError } from '../../sync/protocol/errors';
import { sessionCalls } from '../../sync/protocol/session';
import {
  address,
  Browser,
  company,
  mailsOf,
  member,
  parts,
  PASSWORD,
  server,
  serveOrganization,
} from '../support/organization-server';

serveOrganization();

describe('members and departments', () => {
  it('the owner appoints and dismisses administrators, and transfers the company to one', async () => {
    const organization = await company();
    const max = await member(organization);
    expect(await max.browser.refusal(auditCalls.query, { companyId: organization.id })).toBe('NO_PERMISSION');
    expect(await organization.owner.refusal(memberCalls.transferOwner, { userId: max.userId })).toBe(
      'NEW_OWNER_MUST_BE_ADMIN',
    );
    await organization.owner.call(memberCalls.setAdmin, { userId: max.userId });
    expect((await max.browser.call(memberCalls.authority, { id: organization.id })).authorityCodes).toContain(
      'ADMIN_CONSOLE',
    );
    expect(await max.browser.refusal(memberCalls.setAdmin, { userId: organization.ownerId })).toBe('NO_PERMISSION');
    await organization.owner.call(memberCalls.transferOwner, { userId: max.userId });
    expect((await organization.owner.call(memberCalls.authority, { id: organization.id })).authorityCodes).toEqual([
      'WORKSPACE',
    ]);
    expect(await organization.owner.refusal(auditCalls.query, { companyId: organization.id })).toBe('NO_PERMISSION');
    expect(await max.browser.refusal(memberCalls.unsetAdmin, { userId: max.userId })).toBe('PERMISSION_DENIED');
    expect(
      mailsOf('ownerTransferred')
        .map((l) => l.to)
        .sort(),
    ).toEqual([organization.email, max.email].sort());
    const trail = await max.browser.call(auditCalls.query, { companyId: organization.id });
    expect(trail.entries.map((e) => [e.action, e.actorName, e.subjectName])).toEqual([
      ['company.ownerTransferred', 'Olga Owner', 'Max Member'],
      ['member.adminSet', 'Olga Owner', 'Max Member'],
    ]);
    expect(trail.entries[1]!.details).toEqual({ role: ['member', 'admin'] });
    expect(trail.entries[0]!.ip).toBe(organization.owner.ip);
  });

  it('an administrator removes members, but not administrators or the owner; a removed member loses access immediately', async () => {
    const organization = await company();
    const [admin, second, max] = [
      await member(organization, 'admin', 'Adam Admin'),
      await member(organization, 'admin', 'Bea Admin'),
      await member(organization),
    ];
    expect(
      await admin.browser.refusal(memberCalls.remove, { companyId: organization.id, userId: organization.ownerId }),
    ).toBe('OWNER_CANNOT_BE_REMOVED');
    expect(
      await organization.owner.refusal(memberCalls.remove, {
        companyId: organization.id,
        userId: organization.ownerId,
      }),
    ).toBe('OWNER_CANNOT_BE_REMOVED');
    expect(await admin.browser.refusal(memberCalls.remove, { companyId: organization.id, userId: second.userId })).toBe(
      'PERMISSION_DENIED',
    );
    expect(await max.browser.refusal(memberCalls.remove, { companyId: organization.id, userId: max.userId })).toBe(
      'NO_PERMISSION',
    );
    await admin.browser.call(memberCalls.remove, { companyId: organization.id, userId: max.userId });
    expect(await max.browser.refusal(identityCalls.my, {})).toBe('SESSION_REVOKED');
    expect(await admin.browser.refusal(memberCalls.remove, { companyId: organization.id, userId: max.userId })).toBe(
      'USER_COMPANY_NOT_FOUND',
    );
    await max.browser.signIn(max.email);
    expect(await max.browser.refusal(memberCalls.search, { companyId: organization.id })).toBe('NO_PERMISSION');
  });

  it('a member removed from one of several companies continues in another, and their devices learn their remaining companies', async () => {
    const [organization, other] = [await company(), await company('Second')];
    const max = await member(organization);
    await server.service.addMember(other.id, { userId: max.userId });
    const elsewhere = new Browser();
    await elsewhere.signIn(max.email);
    await elsewhere.call(myCompanyCalls.setDefault, { companyId: other.id });
    expect((await max.browser.call(identityCalls.my, {})).memberOf).toEqual([organization.id, other.id].sort());
    await organization.owner.call(memberCalls.remove, { companyId: organization.id, userId: max.userId });
    expect(
      parts.published.filter(
        ({ topic, payload }) => topic === 'session' && (payload as { userId: string }).userId === max.userId,
      ),
    ).toEqual([]);
    expect(await elsewhere.call(identityCalls.my, {})).toMatchObject({
      userCompany: { companyId: other.id },
      memberOf: [other.id],
    });
    // the token was for the left company; the next one is for the other
    expect(await max.browser.refusal(identityCalls.my, {})).toBe('JWT_TOKEN_EXPIRED');
    await max.browser.call(identityCalls.refresh, {});
    expect(await max.browser.call(identityCalls.my, {})).toMatchObject({
      userCompany: { companyId: other.id },
      companies: [{ id: other.id }],
      memberOf: [other.id],
    });
    expect(await max.browser.refusal(memberCalls.search, { companyId: organization.id })).toBe('NO_PERMISSION');
  });

  it('administrators see where members work in the company, and sign out and erase a lost device; nobody else does', async () => {
    const [organization, other] = [await company(), await company('Second')];
    const [admin, second, max] = [
      await member(organization, 'admin', 'Adam Admin'),
      await member(organization, 'admin', 'Bea Admin'),
      await member(organization),
    ];
    const { sessionId } = await max.browser.call(identityCalls.my, {});
    await max.browser.call(deviceCalls.report, { waiting: 3 });
    const list = async (userId: string, who = admin.browser) => who.call(deviceCalls.ofMember, { userId });
    const { sessions, mayErase } = await list(max.userId);
    expect([mayErase, sessions]).toEqual([
      true,
      [expect.objectContaining({ id: sessionId, state: 'active', waiting: 3, current: false })],
    ]);
    expect(Object.keys(sessions[0]!).sort()).toEqual([
      'createdAt',
      'current',
      'deviceName',
      'handedOver',
      'handover',
      'id',
      'lastSeenAt',
      'state',
      'stateAt',
      'toReview',
      'waiting',
    ]);

    // a member, and the owner of another company, for whom people and devices of this company do not exist
    const input = { userId: max.userId, sessionId };
    expect([
      await max.browser.refusal(deviceCalls.ofMember, { userId: max.userId }),
      await max.browser.refusal(deviceCalls.revokeOfMember, input),
    ]).toEqual(['NO_PERMISSION', 'NO_PERMISSION']);
    for (const userId of [max.userId, newId()]) {
      expect(await other.owner.refusal(deviceCalls.ofMember, { userId })).toBe('USER_COMPANY_NOT_FOUND');
      expect(await other.owner.refusal(deviceCalls.revokeOfMember, { userId, sessionId })).toBe(
        'USER_COMPANY_NOT_FOUND',
      );
    }
    for (const one of [
      { userId: organization.ownerId, who: organization.owner },
      { userId: second.userId, who: second.browser },
    ]) {
      const [device] = (await list(one.userId)).sessions;
      expect((await list(one.userId)).mayErase).toBe(false);
      expect(
        await admin.browser.refusal(deviceCalls.revokeOfMember, { userId: one.userId, sessionId: device!.id }),
      ).toBe('PERMISSION_DENIED');
      expect(
        await admin.browser.refusal(deviceCalls.revokeOfMember, { userId: max.userId, sessionId: device!.id }),
      ).toBe('SESSION_NOT_FOUND');
      expect(await one.who.refusal(identityCalls.my, {})).toBe('fine');
    }
    // a person who now works in another company has no devices in the list of this one
    await server.service.addMember(other.id, { userId: max.userId });
    const elsewhere = new Browser();
    await elsewhere.signIn(max.email);
    await elsewhere.call(myCompanyCalls.setDefault, { companyId: other.id });
    const away = (await elsewhere.call(identityCalls.my, {})).sessionId;
    expect((await list(max.userId)).sessions.map((s) => s.id)).toEqual([sessionId]);
    expect(await admin.browser.refusal(deviceCalls.revokeOfMember, { userId: max.userId, sessionId: away })).toBe(
      'SESSION_NOT_FOUND',
    );

    await admin.browser.call(deviceCalls.revokeOfMember, input);
    await admin.browser.call(deviceCalls.revokeOfMember, input);
    expect(parts.published).toContainEqual({
      topic: 'session',
      payload: { sessionId, userId: max.userId, wipe: true, handover: true },
    });
    expect((await list(max.userId)).sessions[0]).toMatchObject({ state: 'erasing' });
    const outcome = await max.browser.call(identityCalls.my, {}).catch((error: unknown) => error as CallError);
    expect([(outcome as CallError).code, (outcome as CallError).details.params]).toEqual([
      'SESSION_REVOKED',
      { wipe: 'true', handover: 'true' },
    ]);
    await max.browser.call(identityCalls.erased, {});
    expect((await list(max.userId, organization.owner)).sessions[0]).toMatchObject({ state: 'erased' });
    expect(await elsewhere.refusal(identityCalls.my, {})).toBe('fine');
    const trail = (
      await organization.owner.call(auditCalls.query, { companyId: organization.id, action: 'device.erased' })
    ).entries;
    expect(trail.map((e) => [e.actorName, e.subjectKind, e.subjectId, e.subjectName, e.details])).toEqual([
      [
        'Adam Admin',
        'device',
        sessionId,
        sessions[0]!.deviceName,
        { member: [null, 'Max Member'], onlyThere: [null, 3] },
      ],
    ]);
  });

  it('a leaving member’s documents pass to people who can use them', async () => {
    const organization = await company();
    const [max, ben] = [await member(organization), await member(organization, 'member', 'Ben Stays')];
    const project = async (who: Browser, title: string) =>
      (await who.call(projectCalls.create, { title, description: '' })).id;
    await project(organization.owner, 'Lamps');
    const [lamps, glass] = [await project(max.browser, 'Lamps'), await project(ben.browser, 'Glass')];
    await max.browser.call(projectCalls.setContributors, {
      projectId: lamps,
      userIds: [organization.ownerId, ben.userId],
      departmentIds: [],
    });
    await ben.browser.call(projectCalls.setContributors, {
      projectId: glass,
      userIds: [max.userId],
      departmentIds: [],
    });
    const note = async (projectId: string, title: string) =>
      (await max.browser.call(noteCalls.save, { projectId, title, content: 'By Max' })).id;
    const [shared, own] = [await note(glass, 'Shared'), await note(glass, 'Own')];
    await max.browser.call(noteCalls.share, { noteId: own, shareRange: 'private' });
    const meeting = (projectId: string, title: string) =>
      max.browser.call(meetingCalls.create, { projectId, title, type: 'record', status: 'ended' });
    const [alone, there] = [await meeting('', 'Alone'), await meeting(glass, 'With Ben')];
    expect(await organization.owner.refusal(meetingCalls.get, { id: alone.id })).toBe('MEETING_NOT_FOUND');

    await organization.owner.call(memberCalls.remove, { companyId: organization.id, userId: max.userId });

    expect(await organization.owner.call(projectCalls.get, { id: lamps })).toMatchObject({
      ownerId: organization.ownerId,
      title: 'Lamps (Max Member)',
      contributorUserIds: [ben.userId],
    });
    await organization.owner.call(projectCalls.update, { id: lamps, title: 'Lamps by Max' });
    expect(await ben.browser.refusal(projectCalls.get, { id: lamps })).toBe('fine');
    // documents in Ben's project pass to Ben; private ones to the owner
    await ben.browser.call(noteCalls.save, {
      noteId: shared,
      projectId: glass,
      title: 'Shared',
      content: 'By Max, then by Ben',
    });
    expect(await ben.browser.call(meetingCalls.update, { id: there.id, title: 'With Max' })).toMatchObject({
      title: 'With Max',
    });
    expect(await ben.browser.refusal(noteCalls.get, { id: own })).toBe('NOTE_NOT_FOUND');
    expect(await organization.owner.call(noteCalls.get, { id: own })).toMatchObject({
      content: expect.stringContaining('By Max') as string,
      abilities: expect.arrayContaining(['update', 'move']) as string[],
    });
    expect(await organization.owner.call(meetingCalls.update, { id: alone.id, title: 'Found' })).toMatchObject({
      title: 'Found',
    });
    const [entry] = (await organization.owner.call(auditCalls.query, { companyId: organization.id })).entries;
    expect(entry).toMatchObject({
      action: 'member.removed',
      subjectName: 'Max Member',
      details: { heir: [null, 'Olga Owner'], projects: [null, 1], meetings: [null, 2], notes: [null, 2] },
    });
    // a member who returns has only the access granted since
    await server.service.addMember(organization.id, { userId: max.userId });
    await max.browser.signIn(max.email);
    expect(await max.browser.refusal(projectCalls.get, { id: lamps })).toBe('PROJECT_NOT_FOUND');
    expect(await max.browser.refusal(noteCalls.get, { id: own })).toBe('NOTE_NOT_FOUND');
  });

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
    await sql`insert into users (id, email, name, created_at, updated_at) select ${prefix} || n, ${prefix} || n || '@example.test', 'Person', 1, 1 from generate_series(10001, 20000) n`.execute(
      db,
    );
    await sql`insert into user_company (company_id, user_id, name, started_at, updated_at) select ${organization.id}, ${prefix} || n, 'Person ' || n, 1, 1 from generate_series(10001, 20000) n`.execute(
      db,
    );
    await sql`insert into user_department (company_id, user_id, department_id) select ${organization.id}, ${prefix} || n, ${department} from generate_series(10001, 20000) n`.execute(
      db,
    );
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

describe('IP rules', () => {
  const rule = (companyId: string, type: 'single' | 'range' | 'list', value: string, description = '') => ({
    companyId,
    type,
    value,
    description,
  });

  it('block other addresses at sign-in, calls and streams, and admit them again', async () => {
    const organization = await company();
    const max = await member(organization);
    const outside = max.browser.movedTo('198.51.100.9');
    const setting = await organization.owner.call(ipCalls.setting, { companyId: organization.id });
    expect(setting).toEqual({ enabled: false, currentIp: organization.owner.ip, currentCovered: false });
    expect(await organization.owner.refusal(ipCalls.set, { companyId: organization.id, enabled: true })).toBe(
      'IP_NOT_COVERED',
    );
    await organization.owner.call(ipCalls.create, rule(organization.id, 'range', '192.0.2.0/24', 'Office'));
    // without the restriction a rule has no effect
    expect(await outside.refusal(identityCalls.my, {})).toBe('fine');
    expect(await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true })).toMatchObject({
      enabled: true,
      currentCovered: true,
    });
    expect(await outside.refusal(identityCalls.my, {})).toBe('IP_BLOCKED');
    expect(await outside.refusal(memberCalls.search, { companyId: organization.id })).toBe('IP_BLOCKED');
    expect(await outside.streamStatus()).toBe(403);
    expect(
      await new Browser('198.51.100.9').refusal(identityCalls.login, { email: max.email, password: PASSWORD }),
    ).toBe('IP_BLOCKED');
    expect(
      await new Browser('198.51.100.9').refusal(identityCalls.login, { email: max.email, password: 'Wrong-one-1' }),
    ).toBe('USER_PASSOWRD_MISMATCHED');
    expect(await max.browser.refusal(identityCalls.my, {})).toBe('fine');
    expect(await max.browser.streamStatus()).toBe(200);
    const { id } = await organization.owner.call(
      ipCalls.create,
      rule(organization.id, 'list', '198.51.100.8, 198.51.100.9'),
    );
    expect(await outside.refusal(identityCalls.my, {})).toBe('fine');
    await organization.owner.call(ipCalls.disable, { id });
    expect(await outside.refusal(identityCalls.my, {})).toBe('IP_BLOCKED');
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: false });
    expect(await outside.refusal(identityCalls.my, {})).toBe('fine');
  });

  it('end open streams from blocked addresses, and renew no session there until the address is allowed again', async () => {
    const organization = await company();
    const max = await member(organization);
    const outside = max.browser.movedTo('198.51.100.77');
    await organization.owner.call(ipCalls.create, rule(organization.id, 'range', '192.0.2.0/24'));
    const [inside, elsewhere] = [await max.browser.listen(), await outside.listen()];
    let insideEnded = false;
    void inside.ended.then(
      () => {
        insideEnded = true;
      },
      () => undefined,
    );
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true });
    await elsewhere.ended;
    expect(insideEnded).toBe(false);
    inside.leave();
    // a refused refresh does not use the token up
    expect(await outside.refusal(sessionCalls.refresh, {})).toBe('IP_BLOCKED');
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: false });
    expect(await outside.refusal(sessionCalls.refresh, {})).toBe('fine');
  });

  it('use the address of the connection and of trusted proxies, not what a client sends', async () => {
    const organization = await company();
    await organization.owner.call(ipCalls.create, rule(organization.id, 'single', organization.owner.ip));
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true });
    // the proxy appends the address it saw: anything before it is forged
    const forged = organization.owner.movedTo(`${organization.owner.ip}, 198.51.100.9`);
    expect(await forged.refusal(identityCalls.my, {})).toBe('IP_BLOCKED');
    expect(await organization.owner.movedTo(`nonsense`).refusal(identityCalls.my, {})).toBe('IP_BLOCKED');
    // the operator turns the restriction off for administrators whose address has changed
    expect(await turnRestrictionOff(parts.platform, 'nobody')).toMatchObject({
      is: 'unknown',
      restricted: expect.arrayContaining([expect.objectContaining({ id: organization.id })]),
    });
    await organization.owner.call(profileCalls.update, { id: organization.id, name: 'Lantern Works', code: 'LOCKED' });
    expect(await turnRestrictionOff(parts.platform, 'LOCKED')).toEqual({ is: 'off', name: 'Lantern Works' });
    expect(await forged.refusal(identityCalls.my, {})).toBe('fine');
    expect(await turnRestrictionOff(parts.platform, organization.id)).toEqual({ is: 'wasOff', name: 'Lantern Works' });
    const [entry] = (await organization.owner.call(auditCalls.query, { companyId: organization.id })).entries;
    expect(entry).toMatchObject({
      action: 'company.ipRestriction',
      actorId: '',
      ip: '',
      details: { enabled: [true, false] },
    });
    expect(await organization.owner.call(ipCalls.list, { companyId: organization.id })).toMatchObject({
      rules: [{ value: organization.owner.ip }],
    });
  });

  it('never block the person who changes them', async () => {
    const organization = await company();
    const mine = await organization.owner.call(ipCalls.create, rule(organization.id, 'single', organization.owner.ip));
    const other = await organization.owner.call(ipCalls.create, rule(organization.id, 'single', '2001:db8::7'));
    expect([mine.coversCurrent, other.coversCurrent]).toEqual([true, false]);
    expect(await organization.owner.refusal(ipCalls.remove, { id: mine.id })).toBe('IP_RULE_COVERS_CURRENT');
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true });
    expect(await organization.owner.refusal(ipCalls.disable, { id: mine.id })).toBe('IP_RULE_COVERS_CURRENT');
    expect(await organization.owner.refusal(ipCalls.update, { id: mine.id, type: 'single', value: '10.0.0.1' })).toBe(
      'IP_RULE_COVERS_CURRENT',
    );
    expect(
      await organization.owner.call(ipCalls.update, {
        id: mine.id,
        type: 'range',
        value: `${organization.owner.ip}/28`,
        description: 'Office',
      }),
    ).toMatchObject({ type: 'range', description: 'Office', coversCurrent: true });
    await organization.owner.call(ipCalls.remove, { id: other.id });
    expect(await organization.owner.refusal(ipCalls.remove, { id: other.id })).toBe('IP_RULE_NOT_FOUND');
    const invalid = await organization.owner
      .call(ipCalls.create, rule(organization.id, 'range', '10.0.0.0/99'))
      .catch((e: unknown) => e as CallError);
    expect((invalid as CallError).details.fieldErrors).toEqual({ value: 'IP_RULE_INVALID' });
  });

  it('are written to the access log and the audit trail, for administrators', async () => {
    const organization = await company();
    const max = await member(organization);
    await organization.owner.call(ipCalls.create, rule(organization.id, 'range', '192.0.2.0/24'));
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true });
    const outside = max.browser.movedTo('203.0.113.5');
    for (let i = 0; i < 3; i += 1) await outside.refusal(identityCalls.my, {});
    const denied = await organization.owner.call(ipCalls.log, { companyId: organization.id, status: 'DENY' });
    expect(denied).toMatchObject({
      total: 1,
      entries: [{ ip: '203.0.113.5', userName: 'Max Member', status: 'DENY' }],
    });
    const newest = await organization.owner.call(ipCalls.log, { companyId: organization.id, pageSize: 1 });
    expect(newest.entries).toMatchObject([{ serverIp: '127.0.0.1', region: '' }]);
    const older = await organization.owner.call(ipCalls.log, {
      companyId: organization.id,
      before: newest.entries[0]!,
    });
    expect(older).toMatchObject({ total: newest.total });
    expect(older.entries).toHaveLength(newest.total - 1);
    await new Browser('198.51.100.31', 'JP').refusal(identityCalls.login, { email: max.email, password: PASSWORD });
    await new Browser('10.7.7.7', 'JP').refusal(identityCalls.login, { email: max.email, password: PASSWORD });
    expect(
      (await organization.owner.call(ipCalls.log, { companyId: organization.id, pageSize: 2 })).entries.map(
        (e) => e.region,
      ),
    ).toEqual(['private', 'JP']);
    expect(await max.browser.refusal(ipCalls.log, { companyId: organization.id })).toBe('NO_PERMISSION');
    const actions = (await organization.owner.call(auditCalls.query, { companyId: organization.id })).entries.map(
      (e) => e.action,
    );
    expect(actions).toEqual(['company.ipRestriction', 'ipRule.created']);
    // entries expire after half a year
    const logged = await organization.owner.call(ipCalls.log, { companyId: organization.id });
    const [young, old] = [logged.entries[0]!, logged.entries[1]!];
    for (const [{ id }, days] of [
      [young, 179],
      [old, 181],
    ] as const)
      await parts.platform.db
        .updateTable('ip_access_log')
        .set({ at: parts.platform.clock.now() - days * 24 * 60 * 60_000 })
        .where('company_id', '=', organization.id)
        .where('id', '=', id)
        .execute();
    await parts.run('identity-clean-up');
    const left = (await organization.owner.call(ipCalls.log, { companyId: organization.id })).entries.map((e) => e.id);
    expect([left.length, left.includes(young.id), left.includes(old.id)]).toEqual([logged.total - 1, true, false]);
  });

  it('of one company have no effect on another: a member of both enters where their address is allowed', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    await server.service.addMember(organization.id, { userId: other.ownerId });
    await organization.owner.call(ipCalls.create, rule(organization.id, 'single', organization.owner.ip));
    await organization.owner.call(ipCalls.set, { companyId: organization.id, enabled: true });
    expect(await other.owner.refusal(myCompanyCalls.setDefault, { companyId: organization.id })).toBe('IP_BLOCKED');
    const { id } = await other.owner.call(ipCalls.create, rule(other.id, 'single', '10.1.1.1'));
    expect(await organization.owner.refusal(ipCalls.enable, { id })).toBe('IP_RULE_NOT_FOUND');
    expect((await other.owner.call(identityCalls.my, {})).companies).toHaveLength(2);
  });
});

describe('the company', () => {
  const png = (): Blob =>
    new Blob([readFileSync(fileURLToPath(new URL('../../public/icons/icon-72.png', import.meta.url)))], {
      type: 'text/html',
    });

  it('is changed by administrators; its code is unique', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    const max = await member(organization);
    const code = newId().slice(-8);
    expect(
      await organization.owner.call(profileCalls.update, {
        id: organization.id,
        name: '  灯り製作所 ',
        description: 'Lamps',
        code,
      }),
    ).toMatchObject({ name: '灯り製作所', description: 'Lamps', code, userAmount: 2 });
    expect(await other.owner.refusal(profileCalls.update, { id: other.id, code })).toBe('COMPANY_CODE_DUPLICATED');
    expect(await organization.owner.refusal(profileCalls.update, { id: organization.id, code: '12345678901' })).toBe(
      'PARAM_ERROR',
    );
    expect(await max.browser.refusal(profileCalls.update, { id: organization.id, name: 'Mine' })).toBe('NO_PERMISSION');
    expect(await max.browser.call(profileCalls.profile, { id: organization.id })).toMatchObject({
      owner: { name: 'Olga Owner' },
      onboarding: { profile: true, invited: true, configured: false },
    });
    expect(await other.owner.refusal(profileCalls.profile, { id: organization.id })).toBe('NO_PERMISSION');
    expect(
      (await organization.owner.call(auditCalls.query, { companyId: organization.id })).entries[0]!.details,
    ).toMatchObject({
      name: ['First', '灯り製作所'],
    });
  });

  it('has a logo that is a picture by its content, visible to its members only', async () => {
    const [organization, other] = [await company('First'), await company('Second')];
    for (const bad of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '',
      '<!doctype html><script>alert(1)</script>',
    ]) {
      expect(
        await organization.owner.refusal(profileCalls.setLogo, {
          file: new File([bad], 'logo.png', { type: 'image/png' }),
        }),
      ).toBe('IMAGE_NOT_VALID');
    }
    const { logo } = await organization.owner.call(profileCalls.setLogo, { file: png() });
    const seen = await organization.owner.get(logo);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect((await other.owner.get(logo)).status).toBe(404);
    expect((await new Browser().get(logo)).status).toBe(401);
    const avatar = (await organization.owner.call(profileCalls.setAvatar, { file: png() })).logo;
    expect((await organization.owner.get(avatar)).status).toBe(200);
    expect((await other.owner.get(avatar)).status).toBe(404);
    const pictures = () => [...parts.blobs.keys()].filter((key) => key.startsWith(`avatars/${organization.ownerId}/`));
    const inReplicas = async () =>
      (
        (
          await parts.platform.db
            .selectFrom('doc')
            .select('data')
            .where('company_id', '=', organization.id)
            .where('id', '=', organization.ownerId)
            .where('collection', '=', 'people')
            .executeTakeFirstOrThrow()
        ).data as unknown as { avatar: string }
      ).avatar;
    expect([pictures().length, await inReplicas()]).toEqual([1, avatar]);
    await organization.owner.call(profileCalls.unsetAvatar, {});
    await organization.owner.call(profileCalls.unsetAvatar, {});
    expect((await organization.owner.get(avatar)).status).toBe(404);
    expect([pictures(), await inReplicas()]).toEqual([[], '']);
  });
});
