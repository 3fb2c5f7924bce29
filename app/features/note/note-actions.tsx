import { useState } from 'react';
import { useNavigate } from '@remix-run/react';
import { ClipboardCopy, History, MoreHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../../sync/model/kinds/notes';
import { VersionHistory } from '~/features/note-versions/version-history';
import { FavouriteStar } from '~/features/favourites/favourite-star';
import { usePageCommand } from '~/features/shell/page-commands';
import { languageTag } from '../../../sync/model/languages';
import { paths } from '~/paths';
import { useAccount, useQuery } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton, type MenuGroup } from '~/ui/overlays/menu';
import { exportNote } from './note-files';
import { NoteActionDialog, noteEntries, type NoteAction } from './note-row';
import { useTextMenu } from './use-text-menu';

/** Copy, export and further actions of a note, by its abilities. `beforeRead` saves an open editor. */
export function NoteActions({ note, beforeRead }: { note: Note; beforeRead?: () => Promise<void> }) {
  const { t, i18n } = useTranslation(['note', 'errors']);
  const navigate = useNavigate();
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const [action, setAction] = useState<NoteAction | null>(null);
  const [isHistory, setHistory] = useState(false);
  usePageCommand('versions', t('note:menu.versions'), History, () => setHistory(true));
  const save = (format: 'md' | 'html') => exportNote(note, format, languageTag(i18n.language));
  const text = useTextMenu(note.id, beforeRead, [
    { id: 'export-md', label: t('note:export.md'), act: () => save('md') },
    { id: 'export-html', label: t('note:export.html'), act: () => save('html') },
  ]);
  const groups: MenuGroup[] = [
    ...text.groups,
    { id: 'history', entries: [{ id: 'versions', label: t('note:menu.versions'), icon: <History size={16} /> }] },
    { id: 'note', entries: noteEntries(note, (key) => t(`note:${key}`)) },
  ].filter((group) => group.entries.length > 0);
  const act = (id: string) => {
    if (text.act(id)) return;
    if (id === 'versions') setHistory(true);
    else setAction(id as NoteAction);
  };
  return (
    <>
      <FavouriteStar kind="notes" id={note.id} />
      <IconButton
        label={t('note:copy.action')}
        icon={<ClipboardCopy aria-hidden size={18} />}
        onPress={() => act(`copy-${preferences?.copyFormat ?? 'text'}`)}
        className="max-sm:hidden"
      />
      <MenuButton
        label={t('note:menu.label', { title: note.title })}
        trigger={
          <IconButton
            label={t('note:menu.label', { title: note.title })}
            icon={<MoreHorizontal aria-hidden size={18} />}
          />
        }
        items={groups}
        onAction={act}
      />
      {isHistory && <VersionHistory contentId={note.id} title={note.title} onClose={() => setHistory(false)} />}
      <NoteActionDialog
        note={note}
        action={action}
        onClose={() => setAction(null)}
        onDeleted={() => navigate(paths.project(note.projectId))}
      />
    </>
  );
}
