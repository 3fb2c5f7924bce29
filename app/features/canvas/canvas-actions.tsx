import { useNavigate } from '@remix-run/react';
import { FilePlus, Globe, History, MoreHorizontal, Printer, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportNote } from '~/features/note/note-files';
import { useTextMenu } from '~/features/note/use-text-menu';
import { VersionHistory } from '~/features/note-versions/version-history';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { MenuButton, type MenuGroup } from '~/ui/overlays/menu';
import { languageTag } from '../../../sync/model/languages';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import type { Thread } from '../../../sync/model/kinds/threads';
import { PublishDialog } from './publish-dialog';
import type { CanvasEditor } from './use-canvas-editor';

const SaveBlocks = lazy(() => import('~/features/chat/save-blocks'));

type Open = 'versions' | 'publish' | 'note' | 'delete';

/** Copy, export, versions, publishing and deletion of a canvas, by its abilities. */
export function CanvasActions({
  canvas,
  thread,
  editor,
}: {
  canvas: Canvas;
  thread: Thread | null;
  editor: CanvasEditor;
}) {
  const { t, i18n } = useTranslation(['canvas', 'note', 'common', 'errors', 'chat']);
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const { contentId } = editor;
  const can = (ability: string): boolean => canvas.abilities.includes(ability);
  const close = () => setOpen(null);
  const text = useTextMenu(contentId, () => editor.settle(), [
    {
      id: 'export-md',
      label: t('note:export.md'),
      act: () => exportNote({ id: contentId, title: canvas.title }, 'md', languageTag(i18n.language)),
    },
    {
      id: 'export-docx',
      label: t('canvas:export.docx'),
      act: async () => (await import('./export-docx')).exportDocx(contentId, canvas.title, await editor.blocks()),
    },
    {
      id: 'export-print',
      label: t('canvas:export.print'),
      icon: <Printer size={16} />,
      act: () => window.print(),
    },
  ]);
  const remove = async () => {
    try {
      await run('canvas.delete', { id: canvas.id });
    } catch (error) {
      return reportFailure(t, error);
    }
    toast.success(t('canvas:delete.done', { title: canvas.title }));
    navigate(thread ? paths.thread(thread) : paths.chatHistory());
  };

  const groups: MenuGroup[] = [
    ...text.groups,
    {
      id: 'document',
      entries: [
        { id: 'versions', label: t('note:menu.versions'), icon: <History size={16} /> },
        { id: 'note', label: t('chat:saveAsNote'), icon: <FilePlus size={16} /> },
        ...(can('share') ? [{ id: 'publish', label: t('canvas:publish.action'), icon: <Globe size={16} /> }] : []),
        ...(can('delete')
          ? [{ id: 'delete', label: t('common:delete'), icon: <Trash2 size={16} />, isDanger: true }]
          : []),
      ],
    },
  ];
  const act = (id: string) => {
    if (text.act(id)) return;
    if (id === 'note') text.withText(() => setOpen('note'));
    else setOpen(id as Open);
  };
  const label = t('canvas:menu', { title: canvas.title });
  return (
    <>
      <MenuButton
        label={label}
        trigger={<IconButton label={label} icon={<MoreHorizontal aria-hidden size={18} />} />}
        items={groups}
        onAction={act}
      />
      {open === 'versions' && <VersionHistory contentId={contentId} title={canvas.title} onClose={close} />}
      {open === 'publish' && <PublishDialog canvas={canvas} onClose={close} />}
      <Suspense fallback={null}>
        {open === 'note' && (
          <SaveBlocks
            title={canvas.title}
            projectId={thread?.projectId ?? ''}
            text={t('canvas:note.text')}
            blocks={() => editor.blocks()}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={close}
        title={t('canvas:delete.title', { title: canvas.title })}
        description={t('canvas:delete.text')}
        confirmLabel={t('common:delete')}
        onConfirm={remove}
      />
    </>
  );
}
