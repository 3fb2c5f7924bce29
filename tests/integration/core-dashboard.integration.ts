/** The console's overview over HTTP: counts, filters, and authorisation. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditCalls } from '../../server/organization/audit/contract';
import { livePageAdminCalls } from '../../server/core/livepages/contract';
import { dashboardCalls, type DashboardData } from '../../server/core/dashboard/contract';
import { pageViewCalls } from '../../server/core/page-views/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createSync } from '../../server/sync/sync';
import { createOrganization } from '../../server/composition';
import { departmentCalls } from '../../server/organization/departments/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { createUser } from '../../server/organization/people/users';
import { createClient, type Call } from '../../sync/protocol/client';
import { spaceOf } from '../../sync/model/ids';
import { cookieFetch } from '../support/cookie-fetch';
import { serveFeatures, type FeatureServer } from '../support/http-server';
import { createParts, type Parts } from '../support/parts';
import { anyEngine } from '../support/database';

const PASSWORD = 'Correct-horse-1';
const DAY = 86_400_000;
let parts: Parts;
let server: FeatureServer;
let origin: string;
let company: string;
let other: string;
const ids: Record<string, string> = {};
const callers: Record<string, Call> = {};

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: { code?: string }) => String(error.code),
  );
const ask = (
  who: string,
  more: { departmentId?: string; range?: DashboardData['range']; timeZone?: string; companyId?: string } = {},
): Promise<DashboardData> => callers[who]!(dashboardCalls.data, { companyId: company, range: 'week', ...more });

beforeAll(async () => {
  parts = await createParts(anyEngine());
  const sync = createSync(parts.platform, []);
  const { service } = createOrganization(parts.platform, sync);
  for (const name of ['owner', 'admin', 'member', 'idle', 'stranger'])
    ids[name] = await createUser(parts.platform, {
      email: `${name}@example.test`,
      name,
      password: PASSWORD,
      lang: 'en',
    });
  company = await service.createCompany({ name: 'Lantern Works', ownerId: ids['owner']! });
  other = await service.createCompany({ name: 'Elsewhere', ownerId: ids['stranger']! });
  await service.addMember(company, { userId: ids['admin']!, role: 'admin' });
  for (const name of ['member', 'idle']) await service.addMember(company, { userId: ids[name]! });
  sync.close();
  server = await serveFeatures(parts);
  ({ origin } = server);
  for (const name of ['owner', 'admin', 'member', 'stranger']) {
    callers[name] = createClient({ origin, fetch: cookieFetch(origin) });
    await callers[name]!(identityCalls.login, { email: `${name}@example.test`, password: PASSWORD });
  }
});
afterAll(async () => {
  await server.close();
  await parts.close();
});

/** A stored thread, in the form in which future features will store it. */
async function thread(id: string, kind: string, creatorId: string, createdAt: number, deleted = false): Promise<void> {
  await sql`insert into doc (company_id, collection, id, space_id, seq, created_seq, rev, deleted, refs, data)
    values (${company}, 'threads', ${id}, ${spaceOf('person', creatorId)}, 1, 1, '1-x', ${deleted},
      ${JSON.stringify({ creatorId })}::jsonb,
      ${JSON.stringify({ kind, creatorId, createdAt, body: 'x'.repeat(9_000) })}::jsonb)`.execute(parts.database.db);
}

/** A stored LivePage. */
const page = (id: string, creatorId: string, createdAt: number): Promise<unknown> =>
  parts.database.db
    .insertInto('live_page')
    .values({
      company_id: company,
      id,
      creator_id: creatorId,
      title: `Page ${id}`,
      visible: true,
      created_at: createdAt,
    })
    .execute();

describe('the overview', () => {
  it('counts documents by the day of their creation, and people by the days on which they were active', async () => {
    const now = parts.platform.clock.now();
    const before = await ask('owner');
    expect([before.trend.length, before.stats.chatCount, before.totals.activeUserCount]).toEqual([7, 0, 4]);
    await callers['member']!(projectCalls.create, { title: 'Lantern oil' });
    for (const [i, kind] of ['chat', 'chat', 'research'].entries())
      await thread(`t${i}`, kind, ids['member']!, now - i * DAY);
    await page('p1', ids['member']!, now);
    await parts.database.db
      .insertInto('service_use')
      .values([
        {
          company_id: company,
          id: 's1',
          user_id: ids['member']!,
          service: 'websearch.call',
          created_at: now - 3 * DAY,
        },
        { company_id: company, id: 's2', user_id: ids['member']!, service: 'file.parse', created_at: now },
      ])
      .execute();
    await parts.database.db
      .insertInto('service_use_past')
      .values({ company_id: company, user_id: ids['member']!, service: 'websearch.call', uses: 5 })
      .execute();
    await thread('old', 'chat', ids['member']!, now - 40 * DAY);
    await thread('gone', 'chat', ids['member']!, now, true);
    const { stats, totals, trend } = await ask('owner');
    expect(stats).toEqual({
      projectCount: 1,
      chatCount: 2,
      deepResearchCount: 1,
      activeUserCount: 2,
      webSearchCount: 1,
      livePageCount: 1,
    });
    expect(totals).toEqual({
      projectCount: 1,
      chatCount: 3,
      deepResearchCount: 1,
      activeUserCount: 4,
      webSearchCount: 6,
      livePageCount: 1,
    });
    expect(trend.map((part) => part.chatCount)).toEqual([0, 0, 0, 0, 0, 1, 1]);
    expect(trend.map((part) => part.activeUserCount)).toEqual([0, 0, 0, 0, 0, 0, 2]);
    const year = await ask('owner', { range: 'year', timeZone: 'Asia/Tokyo' });
    expect([year.trend.length, year.stats.chatCount, year.timeZone]).toEqual([12, 3, 'Asia/Tokyo']);
    expect((await ask('owner', { range: 'day' })).trend).toHaveLength(24);
    expect((await ask('owner', { range: 'month' })).trend).toHaveLength(30);
  });

  it('counts a person who returns on another day once for the week and on both days', async () => {
    parts.pass(DAY);
    // the access tokens have expired: all sign in again
    for (const name of ['owner', 'member'])
      await callers[name]!(identityCalls.login, { email: `${name}@example.test`, password: PASSWORD });
    const { stats, trend } = await ask('owner');
    expect([stats.activeUserCount, trend.slice(-2).map((part) => part.activeUserCount)]).toEqual([2, [2, 1]]);
  });

  it('counts only documents of the members of a department and its descendants', async () => {
    const top = await callers['owner']!(departmentCalls.create, { companyId: company, name: 'Making' });
    const below = await callers['owner']!(departmentCalls.create, {
      companyId: company,
      name: 'Glass',
      parentId: top.id,
    });
    expect((await ask('owner', { departmentId: top.id })).totals).toMatchObject({
      projectCount: 0,
      chatCount: 0,
      activeUserCount: 0,
    });
    await callers['owner']!(departmentCalls.addMembers, { departmentId: below.id, userIds: [ids['member']!] });
    const { totals, stats } = await ask('owner', { departmentId: top.id });
    expect(totals).toMatchObject({ projectCount: 1, chatCount: 3, activeUserCount: 1 });
    expect(stats.activeUserCount).toBe(1);
    expect(await refusal(ask('owner', { departmentId: 'nowhere' }))).toBe('DEPARTMENT_NOT_FOUND');
  });

  it('is open to the owner and administrators of the company only', async () => {
    await callers['admin']!(identityCalls.login, { email: 'admin@example.test', password: PASSWORD });
    expect(await refusal(ask('admin'))).toBe('fine');
    expect(await refusal(ask('member'))).toBe('NO_PERMISSION');
    await callers['stranger']!(identityCalls.login, { email: 'stranger@example.test', password: PASSWORD });
    expect(await refusal(ask('stranger'))).toBe('NO_PERMISSION');
    expect((await ask('stranger', { companyId: other })).totals).toMatchObject({ chatCount: 0, activeUserCount: 1 });
    expect(await refusal(ask('owner', { timeZone: 'Moon/Crater' }))).toBe('PARAM_ERROR');
  });

  it('reads counts from an index, not from the documents', async () => {
    await sql`insert into doc (company_id, collection, id, space_id, seq, created_seq, rev, deleted, refs, data)
      select ${other}, 'threads', 'many' || n, 'person:x', 1, 1, '1-x', false, '{}',
        jsonb_build_object('kind', 'chat', 'createdAt', n)
      from generate_series(1, 5000) n`.execute(parts.database.db);
    await sql`analyze doc`.execute(parts.database.db);
    const plan = await sql<{
      'QUERY PLAN': string;
    }>`explain select count(*) from doc d where d.company_id = ${other} and d.collection in ('projects', 'threads') and not d.deleted
      and d.collection = 'threads' and coalesce(d.data ->> 'kind', '') = 'chat'
      and d.data -> 'createdAt' >= to_jsonb(${4_900}::bigint)`.execute(parts.database.db);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('doc_by_creation');
  });
});

it('counts a view of a page that the person may see, and reveals nothing about others', async () => {
  const { id } = await callers['member']!(projectCalls.create, { title: 'Looked at' });
  expect(await callers['member']!(pageViewCalls.views, { kind: 'project', id })).toEqual({ views: 1 });
  expect(await callers['member']!(pageViewCalls.views, { kind: 'project', id })).toEqual({ views: 2 });
  expect(await refusal(callers['stranger']!(pageViewCalls.views, { kind: 'project', id }))).toBe('DOCUMENT_NOT_FOUND');
  expect(await refusal(callers['member']!(pageViewCalls.views, { kind: 'note', id }))).toBe('DOCUMENT_NOT_FOUND');
});

it('counts a view of a LivePage by anybody while it is visible, otherwise by its creator and administrators', async () => {
  await page('looked-at', ids['member']!, parts.platform.clock.now());
  const visitor = createClient({ origin, fetch: cookieFetch(origin) });
  const view = { kind: 'livepage', id: 'looked-at' } as const;
  expect(await visitor(pageViewCalls.views, view)).toEqual({ views: 1 });
  expect(await callers['stranger']!(pageViewCalls.views, view)).toEqual({ views: 2 });
  await parts.database.db.updateTable('live_page').set({ visible: false }).where('id', '=', 'looked-at').execute();
  expect(await refusal(visitor(pageViewCalls.views, view))).toBe('DOCUMENT_NOT_FOUND');
  expect(await refusal(callers['stranger']!(pageViewCalls.views, view))).toBe('DOCUMENT_NOT_FOUND');
  expect(await callers['member']!(pageViewCalls.views, view)).toEqual({ views: 3 });
  expect(await callers['admin']!(pageViewCalls.views, view)).toEqual({ views: 4 });
  expect(await refusal(visitor(pageViewCalls.views, { kind: 'note', id: 'x' }))).toBe('USER_NOT_LOGIN');
  await parts.database.db.deleteFrom('live_page').where('id', '=', 'looked-at').execute();
  await parts.database.db.deleteFrom('page_view').where('subject_id', '=', 'looked-at').execute();
});

it('lists the LivePages of the company for its administrators, who can hide and show them', async () => {
  const { owner, member, stranger } = callers as Record<'owner' | 'member' | 'stranger', Call>;
  await page('p2', 'left-long-ago', parts.platform.clock.now());
  expect(await owner(livePageAdminCalls.count, { companyId: company })).toEqual({ total: 2, visible: 2, views: 0 });
  expect(await owner(livePageAdminCalls.setVisible, { id: 'p2', visible: false })).toEqual({
    id: 'p2',
    visible: false,
  });
  expect(await owner(livePageAdminCalls.count, { companyId: company })).toEqual({ total: 2, visible: 1, views: 0 });
  const { list, total } = await owner(livePageAdminCalls.page, { companyId: company, keyword: 'page p' });
  expect([total, list.map((row) => [row.id, row.creator, row.visible])]).toEqual([
    2,
    [
      ['p2', '', false],
      ['p1', 'member', true],
    ],
  ]);
  expect((await owner(livePageAdminCalls.page, { companyId: company, keyword: '%' })).total).toBe(0);
  expect((await owner(auditCalls.query, { companyId: company, action: 'livePage.visible' })).entries[0]).toMatchObject({
    subjectName: 'Page p2',
    details: { visible: [true, false] },
  });
  const weeks = await owner(livePageAdminCalls.trend, { companyId: company, range: 'weeks' });
  expect([weeks.trend.length, weeks.trend.reduce((sum, part) => sum + part.livePageCount, 0)]).toEqual([12, 2]);
  expect(await refusal(member(livePageAdminCalls.count, { companyId: company }))).toBe('NO_PERMISSION');
  expect(await refusal(stranger(livePageAdminCalls.setVisible, { id: 'p2', visible: true }))).toBe(
    'LIVEPAGE_NOT_FOUND',
  );
  expect(await refusal(stranger(livePageAdminCalls.page, { companyId: company }))).toBe('NO_PERMISSION');
});
