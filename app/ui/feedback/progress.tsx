import { Label, Meter, ProgressBar } from 'react-aria-components';
import { cx } from '../cx';

export interface ProgressProps {
  label: string;
  /** 0 to 100; null while the total is unknown */
  value: number | null;
  /** shows the label and the value above the bar */
  showLabel?: boolean;
  /** replaces the percentage at the right, e.g. `3 of 12 MB` */
  valueText?: string;
  tone?: 'accent' | 'success' | 'danger';
  className?: string;
}

const FILL = { accent: 'bg-accent', success: 'bg-success', danger: 'bg-danger' };

/** Progress of a long operation. It moves with real progress only. */
export function Progress({ label, value, showLabel = true, valueText, tone = 'accent', className }: ProgressProps) {
  return (
    <ProgressBar
      {...(showLabel ? {} : { 'aria-label': label })}
      value={value ?? 0}
      isIndeterminate={value === null}
      {...(valueText ? { valueLabel: valueText } : {})}
      className={cx('flex w-full flex-col gap-1.5', className)}
    >
      {({ percentage, valueText: text, isIndeterminate }) => (
        <>
          {showLabel && (
            <div className="flex justify-between gap-3 text-12 text-ink-muted">
              <Label>{label}</Label>
              {!isIndeterminate && <span className="tabular">{text}</span>}
            </div>
          )}
          <div className="h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border">
            <div
              // no transition: the bar must equal the number beside it
              className={cx(
                'h-full rounded-full forced-colors:bg-[Highlight]',
                FILL[tone],
                isIndeterminate && 'pulse w-1/3',
              )}
              style={isIndeterminate ? undefined : { width: `${percentage ?? 0}%` }}
            />
          </div>
        </>
      )}
    </ProgressBar>
  );
}

export interface LevelMeterProps {
  label: string;
  /** loudness, 0 to 1 */
  level: number;
  /** number of bars */
  bars?: number;
  isActive?: boolean;
  className?: string;
}

/** Loudness of an audio input. */
export function LevelMeter({ label, level, bars = 12, isActive = true, className }: LevelMeterProps) {
  const value = Math.round(Math.min(1, Math.max(0, level)) * 100);
  const lit = Math.round((value / 100) * bars);
  return (
    <Meter aria-label={label} value={value} className={cx('flex h-4 items-end gap-[2px]', className)}>
      {Array.from({ length: bars }, (_, i) => (
        <span
          key={i}
          className={cx(
            'w-[3px] rounded-full transition-colors',
            i < lit && isActive ? (i > bars * 0.85 ? 'bg-warning' : 'bg-success') : 'bg-line',
          )}
          style={{ height: `${35 + (65 * (i + 1)) / bars}%` }}
        />
      ))}
    </Meter>
  );
}
