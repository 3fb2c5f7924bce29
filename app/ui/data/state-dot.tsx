import type { ReactNode } from 'react';
import { cx } from '../cx';

export type DotTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';
const TONES: Record<DotTone, string> = {
  neutral: 'bg-line-strong',
  accent: 'bg-accent',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
};

/** The state of a row: a word with a dot, whose tone repeats the meaning of the word. */
export function StateDot({ tone = 'neutral', children }: { tone?: DotTone; children: ReactNode }) {
  return (
    <span className={cx('inline-flex min-w-0 items-center gap-1.5', tone === 'danger' && 'text-danger-ink')}>
      <span
        aria-hidden
        className={cx('size-2 shrink-0 rounded-full forced-colors:border forced-colors:border-current', TONES[tone])}
      />
      <span className="truncate">{children}</span>
    </span>
  );
}
