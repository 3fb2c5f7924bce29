import {
  CircleStop,
  Download,
  ExternalLink,
  FileUp,
  FolderInput,
  HardDriveDownload,
  HardDriveUpload,
  MoreHorizontal,
  Pause,
  PencilLine,
  Play,
  RotateCw,
  Settings2,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownAddress } from '~/features/links/link-state';
import { reportFailure } from '~/features/failures/report-failure';
import { replica, run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { FileChooser } from '~/ui/controls/file-chooser';
import { IconButton } from '~/ui/controls/icon-button';
import { toast } from '~/ui/feedback/toast';
import { MenuButton, type MenuEntry, type MenuGroup } from '~/ui/overlays/menu';
import type { LocalFileRow } from '../../../sync/engine/host/api';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { deleteItems } from './delete-items';
import { downloadFile } from './download';
import { fileState } from './file-state';

const Rename = lazy(async () => ({ default: (await import('./item-dialogs')).RenameItem }));
const Move = lazy(async () => ({ default: (await import('./item-dialogs')).MoveItem }));
const LinkSettings = lazy(() => import('../links/link-settings'));

type ActionId =
  | 'download'
  | 'newVersion'
  | 'original'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'cancel'
  | 'settings'
  | 'rename'
  | 'move'
  | 'keep'
  | 'free'
  | 'delete';

const ICONS: Record<ActionId, ReactNode> = {
  download: <Download size={16} />,
  newVersion: <FileUp size={16} />,
  original: <ExternalLink size={16} />,
  pause: <Pause size={16} />,
  resume: <Play size={16} />,
  retry: <RotateCw size={16} />,
  cancel: <CircleStop size={16} />,
  settings: <Settings2 size={16} />,
  rename: <PencilLine size={16} />,
  move: <FolderInput size={16} />,
  keep: <HardDriveDownload size={16} />,
  free: <HardDriveUpload size={16} />,
  delete: <Trash2 size={16} />,
};

/** The actions that are available for a file now, in groups. */
export function fileActions(item: ProjectItem, local: LocalFileRow | undefined): readonly (readonly ActionId[])[] {
  const can = (ability: 'update' | 'delete' | 'move'): boolean => item.abilities.includes(ability);
  const { id: state } = fileState(item, local);
  const isStored = item.version > 0;
  const isSending = local !== undefined && local.state !== 'onServer';
  return [
    [
      ...(isStored || local?.hasBytes ? (['download'] as const) : []),
      ...(can('update') && isStored && !isSending ? (['newVersion'] as const) : []),
    ],
    [
      ...(can('update') && (state === 'uploading' || state === 'queued') ? (['pause'] as const) : []),
      ...(can('update') && (state === 'paused' || state === 'refused') ? (['resume'] as const) : []),
      ...(can('update') && isStored && (state === 'failed' || state === 'canceled' || state === 'notParsed')
        ? (['retry'] as const)
        : []),
      ...(can('update') && (state === 'parsing' || state === 'waiting') ? (['cancel'] as const) : []),
    ],
    [
      ...(can('update') ? (['rename'] as const) : []),
      ...(can('move') ? (['move'] as const) : []),
      ...(isStored && !isSending ? [local?.hasBytes ? ('free' as const) : ('keep' as const)] : []),
    ],
    can('delete') ? ['delete'] : [],
  ];
}

/** The actions that are available for a website, a page of a website, or a single page now, in groups. */
export function linkActions(item: ProjectItem): readonly (readonly ActionId[])[] {
  const can = (ability: 'update' | 'delete' | 'move'): boolean => item.abilities.includes(ability);
  const isReading = item.crawlStatus === 'waiting' || item.crawlStatus === 'crawling';
  const isPage = item.itemType === 'websiteUrl';
  return [
    ['original'],
    [
      ...(can('update') ? [isReading ? ('cancel' as const) : ('retry' as const)] : []),
      ...(can('update') && !isPage ? (['settings'] as const) : []),
    ],
    [...(can('update') ? (['rename'] as const) : []), ...(can('move') && !isPage ? (['move'] as const) : [])],
    can('delete') ? ['delete'] : [],
  ];
}

/** The menu of a file or link, with its dialogs. */
export function ItemActions({
  item,
  local,
  onDeleted,
  size = 'small',
}: {
  item: ProjectItem;
  local?: LocalFileRow | undefined;
  onDeleted?: () => void;
  size?: 'small' | 'normal';
}) {
  const { t } = useTranslation(['files', 'links', 'common', 'errors', 'outbox']);
  const isOnline = useStatus().connection.state === 'online';
  const [dialog, setDialog] = useState<'rename' | 'move' | 'settings' | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isFile = item.itemType === 'file';
  const { id } = item;
  const { site, path } = shownAddress(item.url);
  // a link has no title until its page is read
  const title = item.title || site + path;
  const act = async (work: () => Promise<unknown>, done?: string) => {
    try {
      await work();
      if (done) toast.message(done);
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const labels: Record<ActionId, string> = {
    download: t('common:download'),
    newVersion: t('files:menu.newVersion'),
    original: t('links:menu.original'),
    pause: t('files:menu.pause'),
    resume: t('files:menu.resume'),
    retry: isFile ? t('files:menu.retry') : t('links:menu.retry'),
    cancel: isFile ? t('files:menu.cancel') : t('links:menu.cancel'),
    settings: t('links:menu.settings'),
    rename: t('common:rename'),
    move: t('files:menu.move'),
    keep: t('files:menu.keep'),
    free: t('files:menu.free'),
    delete: t('common:delete'),
  };
  const actions: Record<ActionId, () => void> = {
    download: () => void act(() => downloadFile(item, { isOnline, hasBytes: local?.hasBytes ?? false })),
    newVersion: () => chooser.current?.click(),
    original: () => undefined,
    pause: () => void act(() => run('file.pause', { id })),
    resume: () => void act(() => run('file.resume', { id })),
    retry: () => void act(() => run('item.retry', { id }), isOnline ? undefined : t('files:queued')),
    cancel: () => void act(() => run('item.cancel', { id }), isOnline ? undefined : t('files:queued')),
    settings: () => setDialog('settings'),
    rename: () => setDialog('rename'),
    move: () => setDialog('move'),
    keep: () =>
      void act(async () => {
        const answer = await replica().file(id);
        toast.message('blob' in answer ? t('files:kept', { title }) : t('files:preview.offline'));
      }),
    free: () => void act(() => run('file.free', { id }), t('files:freed', { title })),
    delete: () =>
      void deleteItems(t, [item], () => t('files:deleted', { title })).then(({ done, refused }) => {
        for (const { error } of refused) reportFailure(t, error);
        if (done.length > 0) onDeleted?.();
      }),
  };
  const groups = (isFile ? fileActions(item, local) : linkActions(item))
    .map((entries, i): MenuGroup => ({
      id: `group-${i}`,
      entries: entries.map((entry): MenuEntry => ({
        id: entry,
        label: labels[entry],
        icon: ICONS[entry],
        ...(entry === 'delete' ? { isDanger: true } : {}),
        ...(entry === 'original' ? { href: item.url, isExternal: true } : {}),
      })),
    }))
    .filter(({ entries }) => entries.length > 0);
  const label = t('files:menu.label', { title });
  const close = () => setDialog(null);
  return (
    <>
      <MenuButton
        label={label}
        trigger={<IconButton size={size} label={label} icon={<MoreHorizontal aria-hidden size={18} />} />}
        items={groups}
        onAction={(entry) => actions[entry as ActionId]()}
      />
      {isFile && (
        <FileChooser
          ref={chooser}
          onChoose={([file]) =>
            void act(() => run('file.add', { projectId: item.projectId, file: file!, name: file!.name, replaces: id }))
          }
        />
      )}
      {dialog && (
        <Suspense fallback={null}>
          {dialog === 'rename' && <Rename item={item} onClose={close} />}
          {dialog === 'move' && <Move item={item} onClose={close} />}
          {dialog === 'settings' && <LinkSettings item={item} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
