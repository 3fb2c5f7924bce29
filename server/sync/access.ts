/** Access to spaces: grants with the ticks from which and until which they are valid. The SQL function sync_access evaluates them. */
import { sql, type Kysely } from 'kysely';
import type { Role } from '../../sync/model/kind';
import type { Tables } from '../platform/database/tables';
import type { Queries } from './documents';
import type { Member } from './store';
import './tables';

/** A person's spaces: the role if visible, null if the access was lost. Spaces never seen are absent. */
export type AccessMap = ReadonlyMap<string, Role | null>;

/** The spaces that a person sees or has seen in a company. */
export async function accessOf(db: Queries, companyId: string, userId: string): Promise<AccessMap> {
  const found = await db.query<{ space_id: string; role: Role | null }>({
    name: 'sync_access',
    text: 'select space_id, case when visible then role end as role from sync_access($1, $2)',
    values: [companyId, userId],
  });
  return new Map(found.rows.map((r) => [r.space_id, r.role]));
}

/** The spaces that a person sees now; null: not an active member. */
export async function visibleSpaces(
  db: Kysely<Tables>,
  companyId: string,
  userId: string,
): Promise<Set<string> | null> {
  const found = await sql<{ space_id: string | null }>`
    select a.space_id from company_member c left join sync_access(${companyId}, ${userId}) a on a.visible
    where c.company_id = ${companyId} and c.user_id = ${userId} and c.until_seq is null`.execute(db);
  if (found.rows.length === 0) return null;
  return new Set(found.rows.flatMap((r) => (r.space_id === null ? [] : [r.space_id])));
}

/** People whose access changed; `everyone`: that of all members. */
export interface AccessChange {
  users: string[];
  everyone: boolean;
}

/**
 * Replaces the access to a space from this tick on; creates the space if it is missing. A changed role counts as a new
 * access: abilities depend on it, so all documents of the space are delivered again.
 */
export async function setSpaceAccess(
  db: Kysely<Tables>,
  companyId: string,
  seq: number,
  space: string,
  members: readonly Member[],
  everyone: Role | null,
): Promise<AccessChange> {
  const wanted = [...new Map(members.map((m) => [m.userId, m.role])).entries()];
  const shared = await sql<{ shared: boolean }>`
    insert into space (company_id, id, everyone_role, everyone_since, everyone_first)
    values (${companyId}, ${space}, ${everyone}::text,
      case when ${everyone}::text is not null then ${seq}::bigint end,
      case when ${everyone}::text is not null then ${seq}::bigint end)
    on conflict (company_id, id) do update set
      everyone_role = coalesce(excluded.everyone_role, space.everyone_role),
      everyone_since = coalesce(excluded.everyone_since, space.everyone_since),
      everyone_until = case when excluded.everyone_role is null then ${seq}::bigint end,
      everyone_first = coalesce(space.everyone_first, excluded.everyone_first)
    where case when space.everyone_first is not null and space.everyone_until is null then space.everyone_role end
      is distinct from excluded.everyone_role
    returning everyone_first is not null as shared`.execute(db);
  const changed = await sql<{ user_id: string }>`
    with wanted as (
      select w.user_id, w.role from unnest(${wanted.map(([id]) => id)}::text[], ${wanted.map(
        ([, role]) => role,
      )}::text[]) as w(user_id, role)
    ), gone as (
      update member m set until_seq = ${seq}
      where m.company_id = ${companyId} and m.space_id = ${space} and m.until_seq is null
        and not exists (select 1 from wanted w where w.user_id = m.user_id)
      returning m.user_id
    ), come as (
      insert into member (company_id, user_id, space_id, role, first_seq, since_seq)
      select ${companyId}, w.user_id, ${space}, w.role, ${seq}::bigint, ${seq}::bigint from wanted w
      on conflict (company_id, user_id, space_id) do update set role = excluded.role, since_seq = excluded.since_seq, until_seq = null
      where member.until_seq is not null or member.role <> excluded.role
      returning user_id
    )
    select user_id from gone union select user_id from come`.execute(db);
  return { users: changed.rows.map((r) => r.user_id), everyone: shared.rows[0]?.shared === true };
}

/** Starts or ends a person's membership of the company: an inactive person sees nothing. False if nothing changed. */
export async function setMembership(
  db: Kysely<Tables>,
  companyId: string,
  seq: number,
  userId: string,
  active: boolean,
): Promise<boolean> {
  const changed = active
    ? await sql`
      insert into company_member (company_id, user_id, first_seq, since_seq) values (${companyId}, ${userId}, ${seq}, ${seq})
      on conflict (company_id, user_id) do update set since_seq = excluded.since_seq, until_seq = null
        where company_member.until_seq is not null
      returning user_id`.execute(db)
    : await sql`
      update company_member set until_seq = ${seq} where company_id = ${companyId} and user_id = ${userId}
        and until_seq is null returning user_id`.execute(db);
  return changed.rows.length > 0;
}

/** Active members of the company who were granted a space by name; not those who see it because everyone does. */
export async function membersOf(db: Kysely<Tables>, companyId: string, space: string): Promise<Member[]> {
  const found = await sql<{ user_id: string; role: Role }>`
    select m.user_id, m.role from member m join company_member c on c.company_id = m.company_id
      and c.user_id = m.user_id and c.until_seq is null
    where m.company_id = ${companyId} and m.space_id = ${space} and m.until_seq is null order by m.user_id`.execute(db);
  return found.rows.map((r) => ({ userId: r.user_id, role: r.role }));
}

export async function hasSpace(db: Kysely<Tables>, companyId: string, space: string): Promise<boolean> {
  const found = await sql`select 1 as one from space where company_id = ${companyId} and id = ${space}`.execute(db);
  return found.rows.length > 0;
}

/** The ids of the given people who are active members and can see the space given with them, in one statement. */
export async function readersOf(
  db: Queries,
  companyId: string,
  pairs: readonly { userId: string; space: string }[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const found = await db.query<{ user_id: string }>({
    name: 'sync_readers',
    text: `select p.user_id from unnest($2::text[], $3::text[]) as p (user_id, space_id)
      join company_member c on c.company_id = $1 and c.user_id = p.user_id and c.until_seq is null
      where exists (select 1 from member m
          where m.company_id = $1 and m.user_id = p.user_id and m.space_id = p.space_id and m.until_seq is null)
        or exists (select 1 from space s
          where s.company_id = $1 and s.id = p.space_id and s.everyone_first is not null and s.everyone_until is null)`,
    values: [companyId, pairs.map(({ userId }) => userId), pairs.map(({ space }) => space)],
  });
  return new Set(found.rows.map((row) => row.user_id));
}
