import type { ReactNode } from 'react';
import { Spinner } from '~/ui/feedback/spinner';

/** A line with the current state and an action. Long texts wrap, so that they can be read whole. */
export function StatusLine({
  isBusy = false,
  isAlert = false,
  action,
  children,
}: {
  isBusy?: boolean;
  isAlert?: boolean;
  action?: ReactNode;
  children: string;
}) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-14 text-ink-muted">
      {isBusy && <Spinner />}
      <p role={isAlert ? 'alert' : 'status'} className={isAlert ? 'text-danger-ink' : 'min-w-0'}>
        {children}
      </p>
      {action}
    </div>
  );
}
