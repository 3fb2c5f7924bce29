/**
 * Policy of questions. Only the creator of a chat asks in it (decision 146). A question is immutable; the person who
 * asked may delete it until its run has ended. The push starts the run, which checks the person's access to the
 * documents that the question names.
 */
import { turns } from '../../../sync/model/kinds/turns';
import { hasRunEnded } from '../../../sync/model/runs';
import type { Platform } from '../../platform/context';
import { cancelRunsOf } from '../../runs/cancel';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { removeContents } from '../contents';
import { refusal, startsWith } from '../refusals';
import { asksTooOften, isAsked, QUESTION_RUNS, startAnswer } from './answer-requests';
import { possibleSpaces } from './placement';
import { mayAsk } from './policy';

export const turnPolicy = (platform: Platform): PushPolicy<'turns'> => ({
  collection: 'turns',
  async check({ actor, tx, before, after, restored = null }) {
    if (before && !after) {
      if (before.creatorId !== actor.userId || hasRunEnded(before.state)) throw refusal('NO_PERMISSION');
      return;
    }
    if (before || !after || restored) throw refusal('NO_PERMISSION', undefined, 'questions do not change');
    if (after.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
    startsWith(after, turns.createdWith!);
    const thread = await tx.get('threads', after.parentId);
    // the same error for a chat that the person may not see and for one that has not arrived yet
    if (!thread || (await tx.roleIn(thread.space, actor.userId)) === null) throw refusal('SPACE_NOT_FOUND', 'parentId');
    // a research has a dialogue instead of questions
    if (!isAsked(thread) || !mayAsk(actor.userId, thread)) throw refusal('NO_PERMISSION', 'parentId');
    if (!possibleSpaces(thread).includes(after.space)) throw refusal('DOCUMENT_INVALID', 'space');
    if (after.followsId) {
      const followed = await tx.get('turns', after.followsId);
      if (!followed) throw refusal('SPACE_NOT_FOUND', 'followsId');
      if (followed.parentId !== thread.id) throw refusal('DOCUMENT_INVALID', 'followsId');
    }
    if (await asksTooOften(platform, tx.companyId, actor.userId)) throw refusal('API_RATE_LIMIT_EXCEEDED');
  },
  async apply({ tx, before, after }) {
    if (!after) return before ? takenBack(platform, tx, before) : undefined;
    const thread = (await tx.get('threads', after.parentId))!;
    if (after.space !== thread.space) await tx.put('turns', after.id, { space: thread.space });
    await tx.put('threads', thread.id, { status: 'READY' });
    await startAnswer(platform, tx.companyId, thread, after);
  },
});

/** Deletes the unfinished answer of a deleted question, and gives the chat the state of its last remaining question. */
async function takenBack(platform: Platform, tx: SyncTransaction, turn: StoredDoc<'turns'>): Promise<void> {
  await removeContents(tx, 'turns', turn.id);
  await cancelRunsOf(platform, tx.companyId, QUESTION_RUNS, [turn.id]);
  const thread = await tx.get('threads', turn.parentId);
  if (!thread) return;
  const left = await tx.list('turns', { where: { parentId: thread.id } });
  const last = left.reduce<StoredDoc<'turns'> | null>((a, b) => (a && a.position > b.position ? a : b), null);
  const status = last?.state ?? '';
  if (thread.status !== status) await tx.put('threads', thread.id, { status });
}
