import type { ReactNode } from 'react';
import { tickClass } from '../controls/native-checkbox';
import { cx } from '../cx';
import type { RowSelection } from './selection';

/** The checkbox of a row, under the pointer or while rows are selected; otherwise the row's icon. */
export function RowTick({ select, icon }: { select: RowSelection; icon: ReactNode }) {
  return (
    <span className="relative z-10 flex size-6 shrink-0 items-center justify-center text-ink-muted">
      <span
        aria-hidden
        className={cx('absolute', select.isShown ? 'hidden' : '[@media(hover:hover)]:group-hover/row:hidden')}
      >
        {icon}
      </span>
      <input
        type="checkbox"
        aria-label={select.label}
        checked={select.isSelected}
        tabIndex={select.isShown ? 0 : -1}
        className={cx(
          tickClass,
          !select.isShown &&
            'opacity-0 focus-visible:opacity-100 [@media(hover:hover)]:group-hover/row:opacity-100 [@media(hover:none)]:pointer-events-none',
        )}
        onChange={() => undefined}
        onClick={(event) => select.onToggle(event.shiftKey)}
      />
    </span>
  );
}
