import { PanelRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOpenAsDocument } from '~/features/canvas/use-open-as-document';
import { IconButton } from '~/ui/controls/icon-button';
import type { Report } from '../../../sync/model/kinds/reports';
import type { Thread } from '../../../sync/model/kinds/threads';
import { useCitationStyle } from './citation-style';
import { reportBlocks } from './export-report';

/** Opens the document made from a report; creates it if there is none. */
export default function OpenReport({ thread, report }: { thread: Thread; report: Report }) {
  const { t, i18n } = useTranslation(['research', 'errors', 'chat', 'shell']);
  const style = useCitationStyle();
  const open = useOpenAsDocument(t, {
    threadId: thread.id,
    turnId: report.id,
    title: thread.title,
    blocks: () => reportBlocks(t, report, { style, language: i18n.language, hasMentions: true }),
  });
  if (!open) return null;
  return <IconButton label={t('chat:openAsDocument')} icon={<PanelRight aria-hidden size={18} />} onPress={open} />;
}
