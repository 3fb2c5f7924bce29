import { useNavigate } from '@remix-run/react';
import { PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerBlocks } from '~/features/chat/export-answer';
import { reportFailure } from '~/features/shell/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { stateOfBlocks } from '../../../sync/merge/note-blocks';
import { LIMITS } from '../../../sync/model/limits';
import { clean, truncate } from '../../../sync/model/text';
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { useCanvases } from './use-canvases';

/** Opens the document made from an answer, and makes it where there is none. */
export default function OpenAsDocument({ turn, answer }: { turn: Turn; answer: Answer }) {
  const { t } = useTranslation(['chat', 'shell', 'errors']);
  const navigate = useNavigate();
  const account = useAccount();
  const thread = useQuery({ kind: 'one', collection: 'threads', id: turn.parentId });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  const made = useCanvases(turn.parentId)?.find(({ turnId }) => turnId === turn.id);
  const mayMake =
    thread?.creatorId === account?.userId ||
    (thread?.shareRange !== 'private' && (project?.abilities.includes('addNote') ?? false));
  if (!thread || (!made && !mayMake)) return null;
  const open = async () => {
    try {
      const id =
        made?.id ??
        (
          await run('canvas.create', {
            turnId: turn.id,
            title: truncate(clean(turn.question).replace(/\s+/gu, ' '), LIMITS.noteTitle.max),
            state: stateOfBlocks(answerBlocks(t, answer, { hasMentions: true })),
          })
        ).id;
      navigate(paths.canvas(id, thread.projectId));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <IconButton
      size="small"
      label={t('chat:openAsDocument')}
      icon={<PanelRight aria-hidden size={15} />}
      onPress={() => void open()}
    />
  );
}
