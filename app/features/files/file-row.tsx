import { Link } from '@remix-run/react';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { sizeText } from '~/i18n/size-text';
import type { People } from '~/features/people/use-people';
import { Avatar } from '~/ui/data/avatar';
import { RowTick } from '~/ui/data/row-tick';
import { RelativeTime } from '~/ui/data/relative-time';
import type { RowSelection } from '~/ui/data/selection';
import type { LocalFileRow } from '../../../sync/engine/host/api';
import { bytesOf } from '../../../sync/model/item-order';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { fileState } from './file-state';
import { itemIcon } from './item-icon';
import { ItemActions } from './item-actions';
import { StateProgress, StateWord, useStateDetail } from './state-text';
import { tableRow } from './table-layout';

/** A row of the table of files. On a narrow screen state, size and time are in its second line. */
export function FileRow({
  item,
  local,
  people,
  href,
  select,
}: {
  item: ProjectItem;
  local: LocalFileRow | undefined;
  people: People;
  href: string;
  select: RowSelection;
}) {
  const { t, i18n } = useTranslation('files');
  const state = fileState(item, local);
  const detail = useStateDetail(item, state);
  const person = people.byId.get(item.addedBy);
  const bytes = bytesOf(item, local);
  // the size of a file that only another device has is unknown here
  const size = bytes > 0 ? sizeText(bytes, i18n.language) : '';
  const isFailed = state.tone === 'danger';
  return (
    <div className={tableRow(select.isSelected)} data-row-id={item.id} data-file-state={state.id}>
      <div role="cell">
        <RowTick select={select} icon={createElement(itemIcon(item), { size: 18 })} />
      </div>
      <div role="cell" className="flex min-w-0 flex-col py-1.5">
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
          <Written text={item.title} />
        </Link>
        <span className="flex min-w-0 items-center gap-1 truncate text-12 text-ink-muted md:hidden">
          <StateWord state={state} />
          {size && <span className="tabular shrink-0">· {size}</span>}
          <span className="shrink-0">
            · <RelativeTime at={item.createdAt} />
          </span>
        </span>
        {detail && (
          <span className={`text-12 ${isFailed ? 'text-danger-ink' : 'truncate text-ink-muted'}`}>{detail}</span>
        )}
      </div>
      <div role="cell" className="hidden min-w-0 text-12 text-ink-muted md:block">
        <StateWord state={state} />
      </div>
      <div role="cell" className="tabular hidden text-right text-12 text-ink-muted md:block">
        {size}
      </div>
      <div role="cell" className="hidden min-w-0 items-center gap-1.5 pl-4 text-12 text-ink-muted lg:flex">
        {person && (
          <>
            <Avatar name={person.name} src={person.avatar || undefined} size={20} />
            <span className="truncate">{person.id === people.me.userId ? t('you') : person.name}</span>
          </>
        )}
      </div>
      <div role="cell" className="hidden text-right text-12 text-ink-muted md:block">
        <RelativeTime at={item.createdAt} />
      </div>
      <div role="cell" className="relative z-10">
        <ItemActions item={item} local={local} />
      </div>
      <StateProgress item={item} state={state} />
    </div>
  );
}
