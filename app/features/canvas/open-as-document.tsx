import { PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerBlocks } from '~/features/chat/export-answer';
import { IconButton } from '~/ui/controls/icon-button';
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { useOpenAsDocument } from './use-open-as-document';

/** A button that opens the document made from an answer, and creates the document if there is none. */
export default function OpenAsDocument({ turn, answer }: { turn: Turn; answer: Answer }) {
  const { t } = useTranslation(['chat', 'shell', 'errors']);
  const open = useOpenAsDocument(t, {
    threadId: turn.parentId,
    turnId: turn.id,
    title: turn.question,
    blocks: () => answerBlocks(t, answer, { hasMentions: true }),
  });
  if (!open) return null;
  return (
    <IconButton
      size="small"
      label={t('chat:openAsDocument')}
      icon={<PanelRight aria-hidden size={15} />}
      onPress={open}
    />
  );
}
