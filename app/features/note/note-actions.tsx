import { useState } from 'react';
import { reportFailure } from '~/features/shell/report-failure';
import { useNavigate } from '@remix-run/react';
import { ClipboardCopy, Download, History, MoreHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Note } from '../../../sync/model/kinds/notes';
import { VersionHistory } from '~/features/note-versions/version-history';
import { useStoredVersions } from '~/features/note-versions/use-stored-versions';
import { FavouriteStar } from '~/features/favourites/favourite-star';
import { usePageCommand } from '~/features/shell/page-commands';
import { languageTag } from '../../../sync/model/languages';
import { paths } from '~/paths';
import { useAccount, useQuery } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton, type MenuGroup } from '~/ui/overlays/menu';
import { toast } from '~/ui/feedback/toast';
import { COPY_FORMATS, copyNote, exportNote, type CopyFormat } from './note-files';
import { NoteActionDialog, noteEntries, type NoteAction } from './note-row';

/** Copy, export and further actions of a note, by its abilities. `beforeRead` saves an open editor. */
export function NoteActions({ note, beforeRead }: { note: Note; beforeRead?: () => Promise<void> }) {
  const { t, i18n } = useTranslation(['note', 'errors']);
  const navigate = useNavigate();
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const [action, setAction] = useState<NoteAction | null>(null);
  const [isHistory, setHistory] = useState(false);
  const here = useQuery({ kind: 'writable', contentId: note.id });
  const isMissing = here === null;
  useStoredVersions(note.id, typeof here === 'boolean');
  usePageCommand('versions', t('note:menu.versions'), History, () => setHistory(true));
  const copy = async (format: CopyFormat) => {
    try {
      await beforeRead?.();
      if ((await copyNote(note.id, format)) === 'empty') {
        toast.message(t('note:required.content'));
        return;
      }
      toast.success(t('note:copy.done'));
    } catch {
      toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') });
    }
  };
  const save = async (format: 'md' | 'html') => {
    try {
      await beforeRead?.();
      await exportNote(note, format, languageTag(i18n.language));
    } catch (error) {
      reportFailure(t, error, { title: t('note:failed.export') });
    }
  };
  const groups: MenuGroup[] = [
    {
      id: 'copy',
      title: t('note:copy.label'),
      entries: COPY_FORMATS.map((format) => ({
        id: `copy-${format}`,
        label: t(`note:copy.${format}`),
        icon: <ClipboardCopy size={16} />,
      })),
    },
    {
      id: 'export',
      title: t('note:export.label'),
      entries: [
        { id: 'export-md', label: t('note:export.md'), icon: <Download size={16} /> },
        { id: 'export-html', label: t('note:export.html'), icon: <Download size={16} /> },
      ],
    },
    { id: 'history', entries: [{ id: 'versions', label: t('note:menu.versions'), icon: <History size={16} /> }] },
    { id: 'note', entries: noteEntries(note, (key) => t(`note:${key}`)) },
  ].filter((group) => group.entries.length > 0);
  const act = (id: string) => {
    if (isMissing && /^(copy|export)-/.test(id)) toast.message(t('note:detail.notHere'));
    else if (id === 'versions') setHistory(true);
    else if (id.startsWith('copy-')) void copy(id.slice(5) as CopyFormat);
    else if (id.startsWith('export-')) void save(id.slice(7) as 'md' | 'html');
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
