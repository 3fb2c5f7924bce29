/** Starts runs for open questions that have none, because their chat was deleted and restored or the run was lost. */
import { sql } from 'kysely';
import type { CoreServices } from '../context';
import { QUESTION_RUNS, startAnswer } from './answer-requests';

/** questions that one execution of the job handles */
const BATCH = 500;

/**
 * Restarts the answers, or cancels a question whose creator may not see the chat any more. Returns the number of
 * questions found.
 */
export async function resumeAnswers({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>): Promise<number> {
  const { rows } = await sql<{ company_id: string; id: string; creator_id: string }>`
    select d.company_id, d.id, d.data ->> 'creatorId' as creator_id from doc d
    where d.collection = 'turns' and not d.deleted and d.data ->> 'state' in ('READY', 'EXECUTING', 'RETRY')
      and not exists (select from run r where r.company_id = d.company_id and r.kind = any(${[...QUESTION_RUNS]}::text[]) and r.key = d.id
        and r.ended_at is null)
    limit ${BATCH}`.execute(platform.db);
  for (const { company_id: companyId, id, creator_id: creatorId } of rows)
    await sync.write(companyId, async (tx) => {
      const turn = await tx.get('turns', id);
      const thread = turn && (await tx.get('threads', turn.parentId));
      if (!turn || !thread) return;
      if ((await tx.roleIn(turn.space, creatorId)) === null) await tx.put('turns', id, { state: 'CANCELED' });
      else await startAnswer(platform, companyId, thread, turn);
    });
  return rows.length;
}
