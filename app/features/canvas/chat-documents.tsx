import { useNavigate } from '@remix-run/react';
import { FileText, Files } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import type { Thread } from '../../../sync/model/kinds/threads';
import { useCanvases } from './use-canvases';

/** A menu of the documents of a chat, in its header; renders nothing without documents. */
export function ChatDocuments({ thread }: { thread: Thread }) {
  const { t } = useTranslation('chat');
  const navigate = useNavigate();
  const canvases = useCanvases(thread.id);
  if (!canvases || canvases.length === 0) return null;
  const label = t('documents', { count: canvases.length });
  return (
    <MenuButton
      label={label}
      trigger={<IconButton label={label} icon={<Files aria-hidden size={18} />} />}
      items={canvases.map(({ id, title }) => ({ id, label: title, icon: <FileText size={16} /> }))}
      onAction={(id) => navigate(paths.canvas(id, thread.projectId))}
    />
  );
}
