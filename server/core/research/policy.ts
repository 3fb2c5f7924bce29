/**
 * Push policy of researches: a person creates one with its thread; afterwards only the server changes it. The push
 * starts the run that asks questions and plans. That run reads the followed research with the person's access.
 */
import { researches } from '../../../sync/model/kinds/researches';
import type { Platform } from '../../platform/context';
import { startRun } from '../../runs/start';
import '../../runs/tables';
import type { PushPolicy } from '../../sync/store';
import { possibleSpaces } from '../chat/placement';
import { refusal, startsWith } from '../refusals';
import { REFINE_RUN } from './requests';
import { setStage } from './stages';

/** Researches that one person may start per minute. */
export const RESEARCHES_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Whether a person has reached RESEARCHES_PER_MINUTE within the last minute of the server's clock. */
async function beginsTooOften({ db, clock }: Platform, companyId: string, userId: string): Promise<boolean> {
  const { begun } = await db
    .selectFrom('run')
    .select(({ fn }) => fn.countAll<number>().as('begun'))
    .where('company_id', '=', companyId)
    .where('owner_id', '=', userId)
    .where('kind', '=', REFINE_RUN)
    .where('created_at', '>', clock.now() - MINUTE_MS)
    .executeTakeFirstOrThrow();
  return Number(begun) >= RESEARCHES_PER_MINUTE;
}

export const researchPolicy = (platform: Platform): PushPolicy<'researches'> => ({
  collection: 'researches',
  async check({ actor, tx, before, after, restored = null }) {
    if (before || !after || restored)
      throw refusal('NO_PERMISSION', undefined, 'a research is changed by calls, and deleted with its thread');
    const thread = await tx.get('threads', after.id);
    // the same error for a hidden thread and for one that has not arrived yet
    if (!thread || (await tx.roleIn(thread.space, actor.userId)) === null) throw refusal('SPACE_NOT_FOUND', 'id');
    if (thread.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'id');
    if (thread.kind !== 'research') throw refusal('DOCUMENT_INVALID', 'id');
    startsWith(after, researches.createdWith!);
    if (!possibleSpaces(thread).includes(after.space)) throw refusal('DOCUMENT_INVALID', 'space');
    if (await beginsTooOften(platform, tx.companyId, actor.userId)) throw refusal('API_RATE_LIMIT_EXCEEDED');
  },
  async apply({ actor, tx, before, after }) {
    if (before || !after) return;
    const thread = (await tx.get('threads', after.id))!;
    await setStage(tx, after.id, 'CLARIFYING', { space: thread.space });
    await startRun(platform, REFINE_RUN, {
      companyId: tx.companyId,
      ownerId: actor.userId,
      subject: { collection: 'researches', id: after.id },
      input: {},
      key: after.id,
    });
  },
});
