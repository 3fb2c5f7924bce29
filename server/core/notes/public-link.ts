/**
 * The public link of a note: who may open it without a session.
 *
 *   range 'public' ∧ not expired ∧ the organization allows public links ∧ not deleted ∧ its creator still reads it and
 *   contributes to its project, so that a person who lost the project cannot keep a part of it public
 *
 * None of these is stored for the link, so that a change is true at the next request. Devices create the ids of notes: the
 * first company that publishes one has the claim to its address (`public_note`), until its note is erased. The claim stays
 * while the note is private or in the trash, so that an address which was given away never shows another company's note.
 */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import '../../shared/identity-tables';
import '../../sync/tables';
import './tables';

/** What the policy of notes asks about public links. */
export interface PublicLinks {
  /** whether the company allows them */
  areAllowed(companyId: string): Promise<boolean>;
  /** Claims the public address of a note for this company. Returns false if another company has it. */
  claim(companyId: string, noteId: string): Promise<boolean>;
}

export const publicLinksOf = (platform: Pick<Platform, 'db'>): PublicLinks => ({
  async areAllowed(companyId) {
    const company = await platform.db
      .selectFrom('companies')
      .select('public_links')
      .where('id', '=', companyId)
      .executeTakeFirst();
    // companies that only exist as a clock, in tests and during an import, have no setting
    return company?.public_links ?? true;
  },
  claim: (companyId, noteId) => claimPublicLink(platform, companyId, noteId),
});

export interface PublicNote {
  companyId: string;
  isIndexed: boolean;
}

/** The note's company if its public link opens it now; null otherwise. */
export async function publicNote(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  id: string,
): Promise<PublicNote | null> {
  const found = await sql<{ company_id: string; indexed: boolean | null }>`
    select d.company_id, (d.data ->> 'linkIndexed')::boolean as indexed
    from public_note p join doc d on d.company_id = p.company_id and d.collection = p.collection and d.id = p.note_id
      left join companies c on c.id = d.company_id
    where p.note_id = ${id} and not d.deleted and d.data ->> 'shareRange' = 'public'
      and coalesce((d.data ->> 'linkExpiresAt')::double precision, 0) not between 1 and ${clock.now()}::double precision
      and coalesce(c.public_links, true) and coalesce(c.enabled, true)
      and (
        select bool_or(a.space_id = d.space_id)
          and bool_or(a.space_id = 'project:' || (d.data ->> 'projectId') and a.role <> 'viewer')
        from sync_access(d.company_id, d.data ->> 'creatorId') a where a.visible
      )`.execute(db);
  const [note] = found.rows;
  return note ? { companyId: note.company_id, isIndexed: note.indexed === true } : null;
}

/** Claims the public address of a note for this company. Returns false if another company has it. */
export async function claimPublicLink(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  noteId: string,
): Promise<boolean> {
  // waits for a transaction of another company that claims it at the same time
  await db
    .insertInto('public_note')
    .values({ note_id: noteId, company_id: companyId })
    .onConflict((conflict) => conflict.column('note_id').doNothing())
    .execute();
  const claim = await db
    .selectFrom('public_note')
    .select('company_id')
    .where('note_id', '=', noteId)
    .executeTakeFirstOrThrow();
  return claim.company_id === companyId;
}

/**
 * Lets others claim the public addresses of erased notes; in the transaction that erases them.
 * @param ids of documents of any kind
 */
export async function releaseErasedLinks(
  { db }: Pick<Platform, 'db'>,
  { companyId, ids }: { companyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from public_note p using doc d
    where p.company_id = ${companyId} and p.note_id = any(${[...ids]}::text[])
      and d.company_id = p.company_id and d.collection = p.collection and d.id = p.note_id
      and d.deleted and d.data = '{}'`.execute(db);
}
