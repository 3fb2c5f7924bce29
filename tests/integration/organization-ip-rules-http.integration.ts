/** IP rules of an organization over HTTP: sign-in, calls, streams, logs. */
import { describe, expect, it } from 'vitest';
import { auditCalls } from '../../server/organization/audit/contract';
import { myCompanyCalls } from '../../server/organization/companies/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { ipCalls } from '../../server/organization/ip-access/contract';
import { turnRestrictionOff } from '../../server/organization/ip-access/operator';
import { memberCalls } from '../../server/organization/members/contract';
import { profileCalls } from '../../server/organization/profile/contract';
import type { CallError } from '../../sync/protocol/errors';
import { sessionCalls } from '../../sync/protocol/session';
import { Browser, company, member, parts, PASSWORD, server, serveOrganization } from '../support/organization-server';

serveOrganization();

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
