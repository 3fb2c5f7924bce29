import { useNavigate } from '@remix-run/react';
import { CopyPlus, Ellipsis, PencilLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { MenuButton } from '~/ui/overlays/menu';
import type { Agent } from '../../../sync/model/kinds/agents';
import { useSentLater } from './use-sent-later';

/** The menu of an own agent. Without the permission to use agents it can still be deleted. */
export function AgentActions({
  agent: { id, name, liveVersion },
  isAllowed,
  onDeleted,
}: {
  agent: Pick<Agent, 'id' | 'name' | 'liveVersion'>;
  isAllowed: boolean;
  onDeleted: () => void;
}) {
  const { t } = useTranslation(['agents', 'common', 'errors']);
  const navigate = useNavigate();
  const sentLater = useSentLater();
  const [isAsking, setAsking] = useState(false);
  const duplicate = async (): Promise<void> => {
    try {
      const copy = await run('agent.duplicate', { id });
      toast.success(t('agents:duplicated', { name }), sentLater);
      navigate(paths.editAgent(copy.id));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await run('agent.delete', { id });
      toast.success(t('agents:delete.done', { name }), sentLater);
      onDeleted();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  return (
    <>
      <MenuButton
        label={t('agents:actions', { name })}
        trigger={<IconButton label={t('agents:actions', { name })} icon={<Ellipsis aria-hidden size={18} />} />}
        items={[
          ...(isAllowed
            ? [
                {
                  id: 'edit',
                  label: t('common:edit'),
                  icon: <PencilLine aria-hidden size={16} />,
                  href: paths.editAgent(id),
                },
                { id: 'duplicate', label: t('agents:duplicate'), icon: <CopyPlus aria-hidden size={16} /> },
              ]
            : []),
          { id: 'delete', label: t('common:delete'), icon: <Trash2 aria-hidden size={16} />, isDanger: true },
        ]}
        onAction={(action) => {
          if (action === 'duplicate') void duplicate();
          else if (action === 'delete') setAsking(true);
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('agents:delete.title', { name })}
        description={t(liveVersion > 0 ? 'agents:delete.textPublished' : 'agents:delete.text')}
        confirmLabel={t('common:delete')}
        onConfirm={remove}
      />
    </>
  );
}
