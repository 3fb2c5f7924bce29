import { useState } from 'react';
import { FileText, FolderInput, MoreHorizontal, PencilLine, Share2, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../../sync/model/kinds/notes';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import type { People } from '~/features/people/use-people';
import { IconButton } from '~/ui/controls/icon-button';
import { ListRow } from '~/ui/data/list-row';
import type { RowSelection } from '~/ui/data/selection';
import { SyncBadge } from '~/ui/data/sync-badge';
import { MenuButton, type MenuEntry } from '~/ui/overlays/menu';
import { Written } from '~/i18n/written';
import { RowStar } from '~/features/favourites/favourite-star';
import { ShareDialog } from '~/features/sharing/share-dialog';
import { DeleteNote, MoveNote, RenameNote } from './note-dialogs';

/** Address of a note by the person's abilities. */
export function NoteSyncBadge({ noteId, compact = false }: { noteId: string; compact?: boolean }) {
  const syncState = useQuery({ kind: 'syncState', collection: 'notes', id: noteId });
  return syncState ? <SyncBadge state={syncState} compact={compact} /> : null;
}

export type NoteAction = 'share' | 'rename' | 'move' | 'delete';

/** Actions on a note, by its abilities. */
export function noteEntries(note: Note, t: (key: string) => string): MenuEntry[] {
  const can = (ability: string): boolean => note.abilities.includes(ability);
  return [
    ...(can('share') ? [{ id: 'share', label: t('menu.share'), icon: <Share2 size={16} /> }] : []),
    ...(can('update') ? [{ id: 'rename', label: t('menu.rename'), icon: <PencilLine size={16} /> }] : []),
    ...(can('move') ? [{ id: 'move', label: t('menu.move'), icon: <FolderInput size={16} /> }] : []),
    ...(can('delete') ? [{ id: 'delete', label: t('menu.delete'), icon: <Trash2 size={16} />, isDanger: true }] : []),
  ];
}

/** The dialog of an action, with what follows it. */
export function NoteActionDialog({
  note,
  action,
  onClose,
  onDeleted,
}: {
  note: Note;
  action: NoteAction | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  if (action === 'share') return <ShareDialog note={note} onClose={onClose} />;
  if (action === 'rename') return <RenameNote note={note} onClose={onClose} />;
  if (action === 'move') return <MoveNote note={note} onClose={onClose} />;
  return (
    <DeleteNote note={note} isOpen={action === 'delete'} onClose={onClose} {...(onDeleted ? { onDeleted } : {})} />
  );
}

/** One note in a list. Opens the editor for people who may edit it, the reader for others. */
export function NoteRow({ note, people, select }: { note: Note; people: People; select?: RowSelection }) {
  const { t } = useTranslation('note');
  const [action, setAction] = useState<NoteAction | null>(null);
  const creator = people.byId.get(note.creatorId);
  const entries = noteEntries(note, t);
  const mine = note.creatorId === people.me.userId;
  return (
    <>
      <ListRow
        {...(select ? { select } : {})}
        href={
          note.abilities.includes('update')
            ? paths.noteEditor(note.projectId, note.id)
            : paths.noteDetail(note.projectId, note.id)
        }
        icon={<FileText size={18} />}
        title={<Written text={note.title} />}
        detail={note.snippet ? <Written text={note.snippet} /> : t('row.empty')}
        actions={
          <>
            <RowStar kind="notes" id={note.id} />
            {entries.length > 0 && (
              <MenuButton
                label={t('menu.label', { title: note.title })}
                trigger={
                  <IconButton
                    size="small"
                    label={t('menu.label', { title: note.title })}
                    icon={<MoreHorizontal aria-hidden size={16} />}
                  />
                }
                items={entries}
                onAction={(id) => setAction(id as NoteAction)}
              />
            )}
          </>
        }
        meta={
          <>
            {creator && !mine && <span className="hidden max-w-32 truncate sm:inline">{creator.name}</span>}
            <NoteSyncBadge noteId={note.id} compact />
          </>
        }
        at={note.updatedAt}
      />
      <NoteActionDialog note={note} action={action} onClose={() => setAction(null)} />
    </>
  );
}
