import { useTranslation } from 'react-i18next';
import { useQuery } from '~/replica/hooks';
import { LIMITS } from '../../../sync/model/limits';
import { clean, truncate } from '../../../sync/model/text';
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { answerBlocks } from './export-answer';
import SaveBlocks from './save-blocks';

/** Saves an answer with its sources as a note of the chat's project, or of another one that the person chooses. */
export default function SaveAsNote({ turn, answer, onClose }: { turn: Turn; answer: Answer; onClose: () => void }) {
  const { t } = useTranslation(['chat', 'shell']);
  const thread = useQuery({ kind: 'one', collection: 'threads', id: turn.parentId });
  return (
    <SaveBlocks
      title={truncate(clean(turn.question).replace(/\s+/gu, ' '), LIMITS.noteTitle.max)}
      projectId={thread?.projectId ?? ''}
      text={t('chat:note.text')}
      blocks={() => Promise.resolve(answerBlocks(t, answer))}
      onClose={onClose}
    />
  );
}
