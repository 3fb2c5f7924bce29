/** Members of an organization over HTTP: roles, removal, devices, and what a leaving member leaves. */
import { describe, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { auditCalls } from '../../server/organization/audit/contract';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId } from '../../sync/model/ids';
import type { CallError } from '../../sync/protocol/errors';
import { Browser, company, mailsOf, member, parts, server, serveOrganization } from '../support/organization-server';

serveOrganization();

describe('members', () => {
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
});
