import { FolderInput, Share2, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import type { Range, Sharing } from '~/features/sharing/readers';
import { reportFailure } from '~/features/failures/report-failure';
import { saveSharing, sharingOf, type Shareable } from '~/features/sharing/save-sharing';
import { offerUndo, UNDO_MS } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { Select } from '~/ui/controls/select';
import type { ListSelection } from '~/ui/data/selection';
import { SelectionBar } from '~/ui/data/selection-bar';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Note } from '../../../sync/model/kinds/notes';
import type { Project } from '../../../sync/model/kinds/projects';
import { ChoiceDialog } from './choice-dialog';
import { RefusedItems } from './refused-items';
import { ShareConsequence } from './share-consequence';
import { runAll, type BulkResult } from './run-all';

export type BulkActionsProps = {
  selection: ListSelection;
} & (
  | { list: 'notes'; items: readonly Note[] }
  | { list: 'meetings'; items: readonly Meeting[] }
  | { list: 'projects'; items: readonly Project[] }
);

type Item = Note | Meeting | Project;
type Action = 'move' | 'share' | 'delete';

/** Ranges that need no choice of people, and no public page of each. */
const RANGES = {
  notes: ['private', 'project', 'team'],
  meetings: ['private', 'project', 'team'],
  projects: ['private', 'company'],
} as const;

const shareableOf = (list: BulkActionsProps['list'], item: Item): Shareable =>
  list === 'notes'
    ? { note: item as Note }
    : list === 'meetings'
      ? { meeting: item as Meeting }
      : { project: item as Project };

/** Keeps the people named before; "only me" removes them. */
const sharedWith = (before: Sharing, range: Range): Sharing => ({
  ...before,
  ...(range === 'private' ? { userIds: [], departmentIds: [] } : {}),
  range,
});

/** The project in which all documents are: moving them there changes nothing; undefined if they are in several. */
const commonProject = (items: readonly Item[]): string | undefined => {
  const ids = new Set(items.map((item) => ('projectId' in item ? item.projectId : undefined)));
  return ids.size === 1 ? [...ids][0] : undefined;
};

const DELETE = { notes: 'note.delete', meetings: 'meeting.delete', projects: 'project.delete' } as const;

/** Moves, shares and deletes the selected rows. Refused ones stay selected and are listed with the reason. */
export default function BulkActions({ list, items, selection }: BulkActionsProps) {
  const { t } = useTranslation(['project', 'common', 'errors', 'outbox']);
  const savedText = useSavedText();
  const [action, setAction] = useState<Action | null>(null);
  const [refused, setRefused] = useState<BulkResult<Item>['refused']>([]);
  const selected = (items as readonly Item[]).filter(({ id }) => selection.selected.includes(id));
  const count = selected.length;
  const common = commonProject(selected);

  const settle = (result: BulkResult<Item>, report: (done: readonly Item[]) => void): void => {
    if (result.done.length > 0) report(result.done);
    setAction(null);
    keepFocus();
    setRefused(result.refused);
    selection.set(result.refused.map(({ item }) => item.id));
  };
  const moveTo = ({ id }: Item, projectId: string) =>
    list === 'notes' ? run('note.move', { id, projectId }) : run('meeting.update', { id, projectId });
  /** Reports a change that is saved on this device, and offers to put the earlier values back. */
  const changed = (text: string, done: readonly Item[], putBack: (item: Item) => Promise<unknown>): void =>
    toast.message(text, {
      description: savedText,
      duration: UNDO_MS,
      action: {
        label: t('common:undo'),
        onPress: () =>
          void runAll(done, putBack).then(({ refused: failed }) => {
            for (const { error } of failed) reportFailure(t, error);
          }),
      },
    });
  const move = async (projectId: string) =>
    settle(await runAll(selected, (item) => moveTo(item, projectId)), (done) =>
      changed(t('project:bulk.moved', { count: done.length }), done, (item) =>
        moveTo(item, 'projectId' in item ? item.projectId : ''),
      ),
    );
  const share = async (range: string) =>
    settle(
      await runAll(selected, (item) => {
        const shareable = shareableOf(list, item);
        return saveSharing(shareable, sharedWith(sharingOf(shareable), range as Range));
      }),
      (done) =>
        changed(t('project:bulk.shared', { count: done.length }), done, (item) => {
          const shareable = shareableOf(list, item);
          return saveSharing(shareable, sharingOf(shareable));
        }),
    );
  const remove = async () => {
    const result = await runAll(selected, ({ id }) => run(DELETE[list], { id }));
    settle(result, (done) =>
      offerUndo(
        t,
        t('project:bulk.deleted', { count: done.length }),
        done.map(({ id, title }) => ({ collection: list, id, title })),
      ),
    );
  };
  const button = (id: Action, icon: ReactNode) => (
    <Button size="small" variant="quiet" className="max-sm:gap-0" icon={icon} onPress={() => setAction(id)}>
      <span className="max-sm:sr-only">{t(`project:bulk.${id}`)}</span>
    </Button>
  );
  return (
    <>
      <SelectionBar count={count} onClear={selection.clear}>
        {list !== 'projects' && button('move', <FolderInput aria-hidden size={16} />)}
        {button('share', <Share2 aria-hidden size={16} />)}
        {button('delete', <Trash2 aria-hidden size={16} />)}
      </SelectionBar>
      {action === 'move' && (
        <ChoiceDialog
          title={t('project:bulk.moveTitle', { count })}
          submit={t('project:bulk.move')}
          isReady={(projectId) => projectId !== common && (projectId !== '' || list === 'meetings')}
          onSubmit={move}
          onClose={() => setAction(null)}
        >
          {(projectId, choose) => (
            <ProjectPicker
              of={list === 'notes' ? 'notes' : 'meetings'}
              value={projectId}
              exclude={common}
              onChange={choose}
            />
          )}
        </ChoiceDialog>
      )}
      {action === 'share' && (
        <ChoiceDialog
          title={t('project:bulk.shareTitle', { count })}
          submit={t('common:save')}
          isReady={(range) => range !== ''}
          onSubmit={share}
          onClose={() => setAction(null)}
        >
          {(range, choose) => (
            <>
              <Select
                label={t('project:bulk.who')}
                options={RANGES[list].map((id) => ({
                  id,
                  label: t(`project:bulk.range.${id}`),
                  detail: t(`project:bulk.rangeHint.${id}`),
                }))}
                placeholder={t('project:bulk.chooseRange')}
                value={range || null}
                onChange={choose}
              />
              {range !== '' && (
                <ShareConsequence
                  selected={selected.map((item) => shareableOf(list, item))}
                  after={(before) => sharedWith(before, range as Range)}
                />
              )}
            </>
          )}
        </ChoiceDialog>
      )}
      <ConfirmDialog
        isOpen={action === 'delete'}
        onOpenChange={(open) => {
          if (!open) setAction(null);
        }}
        title={t('project:bulk.deleteTitle', { count })}
        description={t('project:bulk.deleteText')}
        confirmLabel={t('common:delete')}
        onConfirm={remove}
      />
      <RefusedItems refused={refused} onClose={() => setRefused([])} />
    </>
  );
}
