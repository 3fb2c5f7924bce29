import { Download, FolderInput, RotateCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { ChoiceDialog } from '~/features/bulk/choice-dialog';
import { RefusedItems } from '~/features/bulk/refused-items';
import { runAll, type BulkResult } from '~/features/bulk/run-all';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { reportFailure } from '~/features/failures/report-failure';
import { UNDO_MS } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import type { ListSelection } from '~/ui/data/selection';
import { SelectionBar } from '~/ui/data/selection-bar';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { deleteItems } from './delete-items';
import { downloadZip } from './download';

const canRetry = ({ itemType, version, parseStatus, crawlStatus }: ProjectItem): boolean =>
  itemType === 'file'
    ? version > 0 && (parseStatus === 'failed' || parseStatus === 'canceled')
    : crawlStatus === 'failed' || crawlStatus === 'canceled';

/**
 * Moves, downloads, retries and deletes the selected files or links. Refused items stay selected, and a dialog lists
 * them.
 */
export default function FileBulk({ items, selection }: { items: readonly ProjectItem[]; selection: ListSelection }) {
  const { t } = useTranslation(['files', 'project', 'common', 'errors', 'outbox']);
  const savedText = useSavedText();
  const [isMoving, setMoving] = useState(false);
  const [refused, setRefused] = useState<BulkResult<ProjectItem>['refused']>([]);
  const selected = items.filter(({ id }) => selection.selected.includes(id));
  const count = selected.length;
  const stored = selected.filter(({ itemType, version }) => itemType === 'file' && version > 0);
  const failed = selected.filter(canRetry);
  const settle = (result: BulkResult<ProjectItem>): void => {
    keepFocus();
    setRefused(result.refused);
    selection.set(result.refused.map(({ item }) => item.id));
  };
  const move = async (projectId: string) => {
    const result = await runAll(selected, ({ id }) => run('item.move', { id, projectId }));
    setMoving(false);
    settle(result);
    if (result.done.length === 0) return;
    toast.message(t('files:bulk.moved', { count: result.done.length }), {
      description: savedText,
      duration: UNDO_MS,
      action: {
        label: t('common:undo'),
        onPress: () =>
          void runAll(result.done, (item) => run('item.move', { id: item.id, projectId: item.projectId })).then(
            (back) => {
              for (const { error } of back.refused) reportFailure(t, error);
            },
          ),
      },
    });
  };
  const remove = async () =>
    settle(await deleteItems(t, selected, (done) => t('files:bulk.deleted', { count: done.length })));
  const retry = async () => settle(await runAll(failed, ({ id }) => run('item.retry', { id })));
  const download = async () => {
    if (stored.length === 0) return toast.error(t('common:file.selectToDownload'));
    try {
      await downloadZip(stored.map(({ id }) => id));
      if (stored.length < count) toast.message(t('files:bulk.notStored', { count: count - stored.length }));
    } catch (error) {
      reportFailure(t, error, { title: t('common:file.batchDownloadFailed') });
    }
  };
  const button = (label: string, icon: ReactNode, onPress: () => void) => (
    <Button size="small" variant="quiet" className="max-sm:gap-0" icon={icon} onPress={onPress}>
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
  return (
    <>
      <SelectionBar count={count} onClear={selection.clear}>
        {button(t('project:bulk.move'), <FolderInput aria-hidden size={16} />, () => setMoving(true))}
        {selected.some(({ itemType }) => itemType === 'file') &&
          button(t('files:bulk.download'), <Download aria-hidden size={16} />, () => void download())}
        {failed.length > 0 && button(t('common:retry'), <RotateCw aria-hidden size={16} />, () => void retry())}
        {button(t('common:delete'), <Trash2 aria-hidden size={16} />, () => void remove())}
      </SelectionBar>
      {isMoving && (
        <ChoiceDialog
          title={t('project:bulk.moveTitle', { count })}
          submit={t('project:bulk.move')}
          isReady={(projectId) => projectId !== '' && projectId !== selected[0]?.projectId}
          onSubmit={move}
          onClose={() => setMoving(false)}
        >
          {(projectId, choose) => (
            <ProjectPicker of="notes" value={projectId} exclude={selected[0]?.projectId} onChange={choose} />
          )}
        </ChoiceDialog>
      )}
      <RefusedItems refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
