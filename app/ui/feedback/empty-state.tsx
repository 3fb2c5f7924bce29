import type { ReactNode } from 'react';
import { cx } from '../cx';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** one sentence: the purpose of the screen */
  text?: ReactNode;
  /** the one next step */
  action?: ReactNode;
  /** heading level: 1 if it is the whole page, 2 if it fills a section */
  level?: 1 | 2 | 3;
  className?: string;
}

/** Replaces a list that is empty, or content that cannot be shown. */
export function EmptyState({ icon, title, text, action, level = 2, className }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={cx('flex flex-col items-center justify-center gap-2 px-6 py-12 text-center', className)}>
      {icon && (
        <span
          aria-hidden
          className="mb-2 flex size-12 items-center justify-center rounded-full bg-sunken text-ink-muted"
        >
          {icon}
        </span>
      )}
      <Title className={level === 1 ? 'text-20' : 'text-16'}>{title}</Title>
      {text && <p className="max-w-md text-balance text-14 leading-relaxed text-ink-muted">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
