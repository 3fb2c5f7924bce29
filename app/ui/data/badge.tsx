import type { ReactNode } from 'react';
import { cx } from '../cx';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'recording';
const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-muted',
  accent: 'bg-accent-tint text-accent-ink',
  success: 'bg-success-tint text-success-ink',
  warning: 'bg-warning-tint text-warning-ink',
  danger: 'bg-danger-tint text-danger-ink',
  recording: 'bg-recording-tint text-recording-ink',
};

/** A short state or category. The tone repeats the meaning of the word. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex min-h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 text-12 font-medium',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
