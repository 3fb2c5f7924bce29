import { useLayoutEffect, useRef } from 'react';
import { Label, ProgressBar } from 'react-aria-components';
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

/** A level, 0 to 1, that may change many times a second. */
export interface LevelSource {
  get(): number;
  subscribe(listener: () => void): () => void;
}

export interface LevelMeterProps {
  label: string;
  /** must be the same object at each render */
  source: LevelSource;
  /** number of bars */
  bars?: number;
  isActive?: boolean;
  className?: string;
}

/**
 * Loudness of an audio input. Changes are written to the elements: each rendering by React would interrupt that of
 * another screen, which on a slow device would not end for seconds.
 */
export function LevelMeter({ label, source, bars = 12, isActive = true, className }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const show = (): void => {
      const value = isActive ? Math.round(Math.min(1, Math.max(0, source.get())) * 100) : 0;
      meter.current?.setAttribute('aria-valuenow', String(value));
      const lit = Math.round((value / 100) * bars);
      for (const [i, bar] of [...(meter.current?.children ?? [])].entries()) bar.toggleAttribute('data-lit', i < lit);
    };
    show();
    return source.subscribe(show);
  }, [source, bars, isActive]);
  return (
    <div
      ref={meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className={cx('flex h-4 items-end gap-[2px]', className)}
    >
      {Array.from({ length: bars }, (_, i) => (
        <span
          key={i}
          className={cx(
            'w-[3px] rounded-full bg-line transition-colors',
            i > bars * 0.85 ? 'data-[lit]:bg-warning' : 'data-[lit]:bg-success',
          )}
          style={{ height: `${35 + (65 * (i + 1)) / bars}%` }}
        />
      ))}
    </div>
  );
}
