import { Link, useLocation } from '@remix-run/react';
import { MoreHorizontal } from 'lucide-react';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import { MenuButton } from '~/ui/overlays/menu';
import { isArchived, type Project } from '../../../sync/model/kinds/projects';
import { moved, useFavourites, type Favourite } from './favourites';

/** The title and address of a favourite; null where it is not on this device, or not for this person any more. */
function useSubject({ kind, id }: Favourite): { title: string; href: string } | null {
  const doc = useQuery({ kind: 'one', collection: kind, id });
  if (!doc) return null;
  const { title } = doc;
  if (kind === 'projects' && isArchived(doc as Project)) return null;
  return { title, href: paths.document(kind, doc, doc.abilities.includes('update')) };
}

/** The favourites in the sidebar. They are ordered by drag, by Alt with the arrow keys, and in their menus. */
export default function SidebarFavourites({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation(['project', 'errors']);
  const favourites = useFavourites();
  const heading = useId();
  const keys = favourites.map(({ key }) => key);
  const [dragged, setDragged] = useState('');
  const [over, setOver] = useState('');
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  if (favourites.length === 0) return null;
  const place = (key: string, to: number, title: string): void => {
    if (to < 0 || to >= keys.length) return;
    setSaid(t('project:favourite.moved', { title, place: to + 1, count: keys.length }));
    run('favourite.order', { order: moved(keys, key, to) }).catch((error: unknown) => reportFailure(t, error));
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-0.5">
      <h2 id={heading} className="px-2.5 pb-0.5 text-12 font-medium text-ink-muted">
        {t('project:favourite.title')}
      </h2>
      <ul ref={list} className="flex flex-col gap-0.5">
        {favourites.map((favourite, at) => (
          <FavouriteRow
            key={favourite.key}
            favourite={favourite}
            isFirst={at === 0}
            isLast={at === keys.length - 1}
            isTarget={over === favourite.key && dragged !== '' && dragged !== favourite.key}
            onDone={onDone}
            onMove={(by, title) => place(favourite.key, at + by, title)}
            onDragStart={() => setDragged(favourite.key)}
            onDragOver={() => setOver(favourite.key)}
            onDragEnd={() => {
              setDragged('');
              setOver('');
            }}
            onDrop={() => {
              const title = list.current?.querySelector(`[data-key="${dragged}"]`)?.textContent ?? '';
              if (dragged) place(dragged, at, title);
            }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}

interface RowProps {
  favourite: Favourite;
  isFirst: boolean;
  isLast: boolean;
  /** a dragged favourite would take its place */
  isTarget: boolean;
  onDone: (() => void) | undefined;
  onMove: (by: -1 | 1, title: string) => void;
  onDragStart: () => void;
  onDragOver: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
}

function FavouriteRow({ favourite, isFirst, isLast, isTarget, onDone, onMove, ...drag }: RowProps) {
  const { t } = useTranslation(['project', 'errors']);
  const { pathname } = useLocation();
  const subject = useSubject(favourite);
  if (!subject) return null;
  const { title, href } = subject;
  const Icon = KIND_ICONS[favourite.kind];
  const isCurrent = pathname === href;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1, title);
  };
  const act = (id: string): void => {
    if (id === 'remove')
      run('favourite.set', { kind: favourite.kind, id: favourite.id, isFavourite: false }).catch((error: unknown) =>
        reportFailure(t, error),
      );
    else onMove(id === 'up' ? -1 : 1, title);
  };
  return (
    <li
      data-key={favourite.key}
      draggable
      className={cx(
        'group/favourite relative flex items-center rounded-control hover:bg-hover',
        isTarget && 'outline-2 outline-solid outline-accent',
      )}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        drag.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        drag.onDragOver();
      }}
      onDragEnd={drag.onDragEnd}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
    >
      <Link
        to={href}
        onClick={onDone}
        onKeyDown={onKeyDown}
        draggable={false}
        aria-current={isCurrent ? 'page' : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        className={cx(
          'focus-ring flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2.5 text-14',
          isCurrent ? 'bg-hover font-medium text-ink-strong' : 'text-ink',
        )}
      >
        <Icon aria-hidden size={18} className="shrink-0 text-ink-muted" />
        <span className="truncate">
          <Written text={title} />
        </span>
      </Link>
      <span className="absolute right-1 opacity-0 focus-within:opacity-100 group-hover/favourite:opacity-100 [@media(hover:none)]:static [@media(hover:none)]:opacity-100">
        <MenuButton
          label={t('project:favourite.menu', { title })}
          trigger={
            <IconButton
              size="small"
              label={t('project:favourite.menu', { title })}
              icon={<MoreHorizontal aria-hidden size={16} />}
            />
          }
          items={[
            ...(isFirst ? [] : [{ id: 'up', label: t('project:favourite.up') }]),
            ...(isLast ? [] : [{ id: 'down', label: t('project:favourite.down') }]),
            { id: 'remove', label: t('project:favourite.remove') },
          ]}
          onAction={act}
        />
      </span>
    </li>
  );
}
