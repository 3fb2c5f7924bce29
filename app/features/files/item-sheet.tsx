import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { People } from '~/features/people/use-people';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { Tabs } from '~/ui/controls/tabs';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { Sheet } from '~/ui/overlays/sheet';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { FileDetails } from './file-details';
import { FilePreview } from './file-preview';
import { ItemActions } from './item-actions';
import { ItemText } from './item-text';
import { itemIcon } from './item-icon';
import { itemViews, type ItemView } from './item-views';
import { SitePages } from '../links/site-pages';
import { LinkDetails } from '../links/link-details';
import { shownAddress } from '../links/link-state';
import { useLocalFile } from './use-files';

export interface ItemSheetProps {
  projectId: string;
  id: string;
  /** ids of the items in the list, in its order */
  ids: readonly string[];
  people: People;
  /** opens another item; null closes the sheet */
  onOpen: (id: string | null) => void;
}

/** Elements that handle arrow keys themselves. */
const OWN_ARROWS =
  'input, textarea, select, audio, [role=tab], [role=menu], [role=dialog] [role=dialog], [contenteditable]';

/** A sheet with a file or link. Left and right arrow keys open the previous and next item, Escape closes the sheet. */
export default function ItemSheet({ projectId, id, ids, people, onOpen }: ItemSheetProps) {
  const { t } = useTranslation(['files', 'links', 'common']);
  const item = useQuery({ kind: 'one', collection: 'projectItems', id });
  const at = ids.indexOf(id);
  const go = (by: number): void => {
    const next = ids[at + by];
    if (at >= 0 && next !== undefined) onOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (!(event.target instanceof Element) || event.target.closest(OWN_ARROWS)) return;
    event.preventDefault();
    go(event.key === 'ArrowRight' ? 1 : -1);
  };
  const title = item?.title || (item ? shownAddress(item.url).site : t('files:sheet.label'));
  const isHere = item?.projectId === projectId;
  const Icon = item && itemIcon(item);
  return (
    <Sheet
      isOpen
      side="half"
      hideTitle
      title={title}
      onOpenChange={(isOpen) => {
        if (!isOpen) onOpen(null);
      }}
    >
      {(close) => (
        <div
          role="presentation"
          onKeyDown={onKeyDown}
          className="flex h-dvh min-h-0 flex-col"
          data-item-sheet={item?.id}
        >
          <div className="flex min-h-14 items-center gap-1 px-4">
            {Icon && <Icon aria-hidden size={18} className="mr-1.5 shrink-0 text-ink-muted" />}
            <h2 className="min-w-0 flex-1 truncate text-16">{item && isHere ? <Written text={title} /> : title}</h2>
            <IconButton
              size="small"
              label={t('files:sheet.previous')}
              icon={<ChevronLeft aria-hidden size={18} />}
              isDisabled={at <= 0}
              onPress={() => go(-1)}
            />
            <IconButton
              size="small"
              label={t('common:next')}
              icon={<ChevronRight aria-hidden size={18} />}
              isDisabled={at < 0 || at === ids.length - 1}
              onPress={() => go(1)}
            />
            {item && isHere && <Actions item={item} onDeleted={close} />}
            <IconButton label={t('common:close')} icon={<X aria-hidden size={18} />} onPress={close} />
          </div>
          {item === undefined ? (
            <SkeletonRows />
          ) : item === null || !isHere ? (
            <EmptyState title={t('files:sheet.missing')} text={t('files:sheet.missingText')} />
          ) : (
            <Body key={item.id} item={item} people={people} onOpen={onOpen} />
          )}
        </div>
      )}
    </Sheet>
  );
}

function Actions({ item, onDeleted }: { item: ProjectItem; onDeleted: () => void }) {
  const local = useLocalFile(item.id);
  return <ItemActions item={item} local={local} onDeleted={onDeleted} size="normal" />;
}

function Body({ item, people, onOpen }: { item: ProjectItem; people: People; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['files', 'links']);
  const views = itemViews(item);
  const [view, setView] = useState<ItemView>(views[0]!);
  const shown = views.includes(view) ? view : views[0]!;
  return (
    <Tabs
      label={t('files:sheet.views')}
      className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:mx-4 [&>[role=tabpanel]]:flex [&>[role=tabpanel]]:min-h-0 [&>[role=tabpanel]]:flex-1 [&>[role=tabpanel]]:flex-col"
      value={shown}
      onChange={setView}
      items={views.map((each) => ({ id: each, label: t(`files:view.${each}`) }))}
    >
      {shown === 'preview' && <FilePreview item={item} onText={() => setView('text')} />}
      {shown === 'text' && <ItemText item={item} />}
      {shown === 'pages' && <SitePages site={item} onOpen={onOpen} />}
      {shown === 'details' &&
        (item.itemType === 'file' ? (
          <FileDetails item={item} people={people} />
        ) : (
          <LinkDetails item={item} people={people} />
        ))}
    </Tabs>
  );
}
