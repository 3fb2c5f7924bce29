import { Link } from '@remix-run/react';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { itemIcon } from '~/features/files/item-icon';
import { ItemActions } from '~/features/files/item-actions';
import { tableRow } from '~/features/files/table-layout';
import type { People } from '~/features/people/use-people';
import { Written } from '~/i18n/written';
import { Avatar } from '~/ui/data/avatar';
import { RelativeTime } from '~/ui/data/relative-time';
import { RowTick } from '~/ui/data/row-tick';
import type { RowSelection } from '~/ui/data/selection';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { LinkProgress, LinkStateWord, useLinkDetail } from './link-progress';
import { depthOf, linkState, shownAddress } from './link-state';
import { languageTag } from '../../../sync/model/languages';

/** A row of the table of links: a website, one of its pages, or a single page. */
export function LinkRow({
  item,
  people,
  href,
  select,
  isUnfolded,
  onUnfold,
}: {
  item: ProjectItem;
  people: People;
  href: string;
  select: RowSelection;
  /** whether the pages of the website are shown below it */
  isUnfolded: boolean;
  onUnfold: () => void;
}) {
  const { t, i18n } = useTranslation('links');
  const detail = useLinkDetail(item);
  const person = people.byId.get(item.addedBy);
  const { site, path } = shownAddress(item.url);
  const isPage = item.itemType === 'websiteUrl';
  const isSite = item.itemType === 'website';
  const isFailed = linkState(item).tone === 'danger';
  const address = isPage ? path || '/' : site + path;
  return (
    <div className={tableRow(select.isSelected)} data-row-id={item.id} data-link-state={item.crawlStatus}>
      <div role="cell">
        <RowTick select={select} icon={createElement(itemIcon(item), { size: 18 })} />
      </div>
      <div
        role="cell"
        className="flex min-w-0 items-start gap-1 py-1.5"
        style={isPage ? { paddingInlineStart: `${0.75 + depthOf(item.url) * 0.75}rem` } : undefined}
      >
        {isSite && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-label={t('pagesLabel', { title: item.title || site })}
            onClick={onUnfold}
            className="focus-ring relative z-10 flex size-6 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-pressed"
          >
            {isUnfolded ? <ChevronDown aria-hidden size={16} /> : <ChevronRight aria-hidden size={16} />}
          </button>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <Link
            to={href}
            preventScrollReset
            className="focus-ring min-w-0 truncate rounded-control text-14 text-ink-strong after:absolute after:inset-0 after:rounded-control"
            onClick={(event) => {
              if (!event.shiftKey) return;
              event.preventDefault();
              select.onToggle(true);
            }}
          >
            <Written text={item.title || address} />
          </Link>
          {item.title !== '' && item.title !== address && (
            <span className="truncate text-12 text-ink-muted">{address}</span>
          )}
          <span className="flex min-w-0 items-center gap-1 truncate text-12 text-ink-muted md:hidden">
            <LinkStateWord item={item} />
            <span className="shrink-0">
              · <RelativeTime at={item.contentAt || item.createdAt} />
            </span>
          </span>
          {detail && (
            <span className={`text-12 ${isFailed ? 'text-danger-ink' : 'truncate text-ink-muted'}`}>{detail}</span>
          )}
        </div>
      </div>
      <div role="cell" className="hidden min-w-0 text-12 text-ink-muted md:block">
        <LinkStateWord item={item} />
      </div>
      <div role="cell" className="tabular hidden text-right text-12 text-ink-muted md:block">
        {isSite && new Intl.NumberFormat(languageTag(i18n.language)).format(item.pages)}
      </div>
      <div role="cell" className="hidden min-w-0 items-center gap-1.5 pl-4 text-12 text-ink-muted lg:flex">
        {person && !isPage && (
          <>
            <Avatar name={person.name} src={person.avatar || undefined} size={20} />
            <span className="truncate">{person.id === people.me.userId ? t('you') : person.name}</span>
          </>
        )}
      </div>
      <div role="cell" className="hidden text-right text-12 text-ink-muted md:block">
        <RelativeTime at={item.contentAt || item.createdAt} />
      </div>
      <div role="cell" className="relative z-10">
        <ItemActions item={item} />
      </div>
      <LinkProgress item={item} />
    </div>
  );
}
