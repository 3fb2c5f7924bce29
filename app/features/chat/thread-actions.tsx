import { MoreHorizontal, PencilLine, Share2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareDialog } from '~/features/sharing/share-dialog';
import { RenameDialog } from '~/features/shell/rename-dialog';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { MenuButton, type MenuEntry } from '~/ui/overlays/menu';
import type { Thread } from '../../../sync/model/kinds/threads';

type Action = 'rename' | 'share' | 'delete';

/** Actions on a chat, by its abilities. */
export function ThreadActions({
  thread,
  size = 'normal',
  onDeleted,
}: {
  thread: Thread;
  size?: 'small' | 'normal';
  onDeleted?: () => void;
}) {
  const { t } = useTranslation(['chat', 'common', 'errors']);
  const [action, setAction] = useState<Action | null>(null);
  const can = (ability: string): boolean => thread.abilities.includes(ability);
  const entries: MenuEntry[] = [
    ...(can('share') ? [{ id: 'share', label: t('common:share'), icon: <Share2 size={16} /> }] : []),
    ...(can('update') ? [{ id: 'rename', label: t('common:rename'), icon: <PencilLine size={16} /> }] : []),
    ...(can('delete') ? [{ id: 'delete', label: t('common:delete'), icon: <Trash2 size={16} />, isDanger: true }] : []),
  ];
  if (entries.length === 0) return null;
  const label = t('chat:menu', { title: thread.title });
  const close = () => setAction(null);
  const remove = async () => {
    try {
      await run('thread.delete', { id: thread.id });
    } catch (error) {
      reportFailure(t, error);
      return;
    }
    toast.success(t('chat:delete.done', { title: thread.title }));
    onDeleted?.();
  };
  return (
    <>
      <MenuButton
        label={label}
        trigger={
          <IconButton
            size={size}
            label={label}
            icon={<MoreHorizontal aria-hidden size={size === 'small' ? 16 : 18} />}
          />
        }
        items={entries}
        onAction={(id) => setAction(id as Action)}
      />
      {action === 'rename' && <RenameThread thread={thread} onClose={close} />}
      {action === 'share' && <ShareDialog thread={thread} onClose={close} />}
      <ConfirmDialog
        isOpen={action === 'delete'}
        onOpenChange={close}
        title={t('chat:delete.title', { title: thread.title })}
        description={t('chat:delete.text')}
        confirmLabel={t('common:delete')}
        onConfirm={remove}
      />
    </>
  );
}

function RenameThread({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { t } = useTranslation(['chat', 'common']);
  return (
    <RenameDialog
      title={t('chat:rename.title')}
      label={t('chat:rename.field')}
      submitLabel={t('common:save')}
      name={thread.title}
      problemOf={(title) => (title.trim() === '' ? t('chat:rename.required') : '')}
      onRename={(title) => run('thread.rename', { id: thread.id, title })}
      onClose={onClose}
    />
  );
}
