/** Rejected questions. */
import type { Turn } from '../../../model/kinds/turns';
import type { RejectedChange } from '../../storage/device-rows';
import { requeueFilesFrom } from './question-files';
import type { RejectedKind } from './rejected-kind';

type AskedTurn = Pick<Turn, 'id' | 'parentId'>;

/** The question that was refused, not a change of one that the server has. */
const newTurn = ({ documentId: id, base, content }: RejectedChange): AskedTurn | null =>
  base || content['_deleted'] ? null : { ...(content as unknown as AskedTurn), id };

export const rejectedTurn: RejectedKind = {
  async prepare(context, item) {
    const turn = newTurn(item);
    if (turn) await requeueFilesFrom(context, turn);
  },
};
