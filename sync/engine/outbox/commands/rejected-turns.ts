/** Rejected questions. */
import type { RejectedChange } from '../../storage/device-rows';
import { requeueFilesFrom } from './question-files';
import type { RejectedKind } from './rejected-kind';
import { takeBack, withQuestionsOf, type TakenBack } from './take-back';

/** The rejected question; null for a rejected change of a question that the server has. */
const newTurn = ({ documentId: id, base, content }: RejectedChange): TakenBack | null =>
  base || content['_deleted'] ? null : { ...(content as unknown as TakenBack), id };

export const rejectedTurn: RejectedKind = {
  exclusively: (context, { content }, work) => withQuestionsOf(context, String(content['parentId']), work),
  async prepare(context, item) {
    const turn = newTurn(item);
    if (turn) await requeueFilesFrom(context, turn);
  },
  async drop(context, item) {
    const turn = newTurn(item);
    if (turn) await takeBack(context, turn, 'rejected');
  },
};
