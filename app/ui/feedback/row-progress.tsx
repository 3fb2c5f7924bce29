import { ProgressBar } from 'react-aria-components';
import { cx } from '../cx';

/** Progress of a row: a line at its lower edge. The row must be positioned. */
export function RowProgress({
  label,
  value,
  isPaused = false,
}: {
  label: string;
  /** 0 to 100; null while the total is unknown */
  value: number | null;
  isPaused?: boolean;
}) {
  return (
    <ProgressBar
      aria-label={label}
      value={value ?? 0}
      isIndeterminate={value === null}
      className="absolute inset-x-2 bottom-0 h-0.5 overflow-hidden rounded-full bg-sunken"
    >
      {({ percentage, isIndeterminate }) => (
        <div
          className={cx(
            'h-full rounded-full forced-colors:bg-[Highlight]',
            isPaused ? 'bg-line-strong' : 'bg-accent',
            isIndeterminate && 'pulse w-1/3',
          )}
          style={isIndeterminate ? undefined : { width: `${percentage ?? 0}%` }}
        />
      )}
    </ProgressBar>
  );
}
