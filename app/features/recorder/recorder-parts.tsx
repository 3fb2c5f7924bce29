import { useTranslation } from 'react-i18next';
import { cx } from '~/ui/cx';
import { LevelMeter } from '~/ui/feedback/progress';
import { sizeText } from '~/i18n/size-text';
import { clockText } from './format';
import type { RecorderState } from './machine';
import { useElapsedSeconds, useLevel } from './recorder-context';

/** The red dot: filled while recording, hollow while paused. The text beside it says the same. */
export function RecordingDot({ phase }: { phase: RecorderState['phase'] }) {
  const taking = phase === 'recording';
  return (
    <span
      aria-hidden
      className={cx('size-3 shrink-0 rounded-full border-2 border-recording', taking && 'pulse bg-recording')}
    />
  );
}

/** Seconds of recorded sound. */
export function Elapsed({ className }: { className?: string }) {
  const { t } = useTranslation('recorder');
  const seconds = useElapsedSeconds();
  return (
    <span role="timer" aria-label={t('elapsed')} className={cx('tabular font-medium text-ink-strong', className)}>
      {clockText(seconds * 1000)}
    </span>
  );
}

export function InputLevel({ isActive, bars, className }: { isActive: boolean; bars?: number; className?: string }) {
  const { t } = useTranslation('recorder');
  const { loudness } = useLevel();
  return (
    <LevelMeter
      label={t('level')}
      level={isActive ? loudness : 0}
      isActive={isActive}
      {...(bars ? { bars } : {})}
      {...(className ? { className } : {})}
    />
  );
}

/** What a killed browser leaves behind. */
export function SavedText({ bytes, ms }: { bytes: number; ms: number }) {
  const { t, i18n } = useTranslation('recorder');
  return (
    <span className="tabular">
      {bytes
        ? t('saved', { size: sizeText(bytes, i18n.language).replace(' ', '\u00a0'), time: clockText(ms) })
        : t('savedNothing')}
    </span>
  );
}
