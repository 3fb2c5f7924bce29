import { Link } from '@remix-run/react';
import { cx } from '../cx';

export interface Chip<K extends string = string> {
  id: K;
  label: string;
  href: string;
  /** a number after the label */
  count?: number;
}

/** Filters of a list, each with an address. One applies at a time. */
export function LinkChips<K extends string>({
  label,
  items,
  value,
  className,
}: {
  label: string;
  items: readonly Chip<K>[];
  value: K;
  className?: string;
}) {
  return (
    <nav
      aria-label={label}
      className={cx(
        'scroll-hint flex min-w-0 max-w-full gap-1 overflow-x-auto p-0.5 [scrollbar-width:none]',
        className,
      )}
    >
      {items.map(({ id, label: text, href, count }) => (
        <Link
          key={id}
          to={href}
          replace
          preventScrollReset
          aria-current={id === value ? 'true' : undefined}
          className={cx(
            'focus-ring flex h-7 shrink-0 items-center gap-1.5 rounded-full px-3 text-13 transition-colors',
            id === value
              ? 'bg-accent-tint font-medium text-accent-ink'
              : 'text-ink-muted hover:bg-hover hover:text-ink-strong',
          )}
        >
          {text}
          {count !== undefined && <span className="tabular text-12">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
