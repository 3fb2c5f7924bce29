/** The range of rows shown out of the total, with links to the previous and the next page. */
import { Link } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { cx } from '../cx';

export interface PagerProps {
  /** from 1 */
  page: number;
  pageSize: number;
  total: number;
  hrefOf: (page: number) => string;
  /** '51–100 of 10,000' */
  says: (from: number, to: number) => string;
  names: { nav: string; previous: string; next: string };
}

export function Pager({ page, pageSize, total, hrefOf, says, names }: PagerProps) {
  if (total === 0) return null;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const step = (to: number, name: string, Icon: typeof ChevronLeft) => {
    const box = 'flex size-9 items-center justify-center rounded-control';
    if (to < 1 || to > last)
      return (
        <span aria-hidden className={cx(box, 'text-ink-faint opacity-45')}>
          <Icon size={16} />
        </span>
      );
    return (
      <Link
        to={hrefOf(to)}
        aria-label={name}
        className={cx(box, 'focus-ring text-ink-muted transition-colors hover:bg-hover hover:text-ink-strong')}
      >
        <Icon aria-hidden size={16} />
      </Link>
    );
  };
  return (
    <nav aria-label={names.nav} className="flex items-center justify-between gap-3 pt-3 text-13 text-ink-muted">
      <span className="tabular">{says((page - 1) * pageSize + 1, Math.min(page * pageSize, total))}</span>
      {last > 1 && (
        <span className="flex items-center gap-1">
          {step(page - 1, names.previous, ChevronLeft)}
          {step(page + 1, names.next, ChevronRight)}
        </span>
      )}
    </nav>
  );
}
