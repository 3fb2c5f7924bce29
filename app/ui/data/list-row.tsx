import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { cx } from '../cx';
import { RelativeTime } from './relative-time';
import { RowTick } from './row-tick';
import type { RowSelection } from './selection';

export interface ListRowProps {
  title: ReactNode;
  /** the muted second line: the row is 52 px with it, 40 px without */
  detail?: ReactNode;
  icon?: ReactNode;
  /** at the right, always visible: a sync badge */
  meta?: ReactNode;
  /** time in milliseconds: at the far right, on a narrow screen before the second line */
  at?: number;
  /** at the right, visible on hover and focus (always on devices without hover) */
  actions?: ReactNode;
  href?: string;
  /** history state of the navigation to `href` */
  state?: unknown;
  onPress?: () => void;
  isActive?: boolean;
  /** the row can be selected, by its checkbox in the place of the icon, by Shift with a click, and by keys (selection.ts) */
  select?: RowSelection;
  className?: string;
}

/** A row of a list. The whole row is the link; actions lie above it. */
export function ListRow({
  title,
  detail,
  icon,
  meta,
  at,
  actions,
  href,
  state,
  onPress,
  isActive = false,
  select,
  className,
}: ListRowProps) {
  const text = <span className="truncate">{title}</span>;
  const cover =
    'focus-ring min-w-0 truncate rounded-control text-left after:absolute after:inset-0 after:rounded-control';
  return (
    <div
      className={cx(
        'group/row relative flex items-center gap-3 rounded-control px-2 transition-colors',
        detail ? 'min-h-[52px] py-1.5' : 'min-h-10 py-1',
        (href || onPress) && 'hover:bg-hover',
        (isActive || select?.isSelected) && 'bg-accent-tint',
        className,
      )}
      data-row-id={select?.id}
    >
      {select && <RowTick select={select} icon={icon} />}
      {!select && icon && (
        <span aria-hidden className="flex size-6 shrink-0 items-center justify-center text-ink-muted">
          {icon}
        </span>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 text-14 text-ink-strong">
          {href ? (
            <Link
              to={href}
              state={state}
              className={cover}
              onClick={(event) => {
                if (!select || !event.shiftKey) return;
                event.preventDefault();
                select.onToggle(true);
              }}
            >
              {text}
            </Link>
          ) : onPress ? (
            <button type="button" onClick={onPress} className={cover}>
              {text}
            </button>
          ) : (
            text
          )}
        </span>
        {detail && (
          <span className="truncate text-12 text-ink-muted">
            {at !== undefined && (
              <span className="sm:hidden">
                <RelativeTime at={at} /> ·{' '}
              </span>
            )}
            {detail}
          </span>
        )}
      </div>
      {actions && (
        <div className="relative z-10 flex items-center gap-1 opacity-0 transition-opacity focus-within:opacity-100 group-hover/row:opacity-100 [@media(hover:none)]:opacity-100">
          {actions}
        </div>
      )}
      {(meta || at !== undefined) && (
        <div className="relative flex shrink-0 items-center gap-3 text-12 text-ink-muted max-sm:[&_[data-sync-state]>span]:sr-only">
          {meta}
          {at !== undefined && (
            <RelativeTime at={at} className={cx('text-right sm:min-w-20', Boolean(detail) && 'max-sm:hidden')} />
          )}
        </div>
      )}
    </div>
  );
}
