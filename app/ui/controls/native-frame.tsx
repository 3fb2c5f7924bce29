import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

/** Properties that a native control gets from its frame. */
export interface FramedControl {
  id: string;
  'aria-invalid'?: true;
  'data-invalid'?: true;
  'aria-describedby'?: string;
}

/** The label of a native control, and its error or hint, which describe it to screen readers. */
export function NativeFrame({
  label,
  error,
  hint,
  className,
  children,
}: {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  className?: string | undefined;
  children: (control: FramedControl) => ReactNode;
}) {
  const id = useId();
  const note = error || hint;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-13 font-medium text-ink">
        {label}
      </label>
      {children({
        id,
        ...(error ? { 'aria-invalid': true, 'data-invalid': true } : {}),
        ...(note ? { 'aria-describedby': `${id}-note` } : {}),
      })}
      {note && (
        <span id={`${id}-note`} className={cx('text-12', error ? 'text-danger-ink' : 'text-ink-muted')}>
          {note}
        </span>
      )}
    </div>
  );
}
