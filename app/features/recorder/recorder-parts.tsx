import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '~/ui/cx';
import { LevelMeter, type LevelSource } from '~/ui/feedback/progress';
import { sizeText } from '~/i18n/size-text';
import { clockText } from './format';
import type { RecorderState } from './machine';
import { useRecorder } from './recorder-context';

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
  const { level } = useRecorder();
  const clock = useRef<HTMLSpanElement>(null);
  // written to the element, as in the level meter
  useLayoutEffect(() => {
    const show = (): void => {
      const time = clockText(level.get().capturedMs);
      if (clock.current && clock.current.textContent !== time) clock.current.textContent = time;
    };
    show();
    return level.subscribe(show);
  }, [level]);
  return (
    <span
      ref={clock}
      role="timer"
      aria-label={t('elapsed')}
      className={cx('tabular font-medium text-ink-strong', className)}
    />
  );
}

interface InputLevelProps {
  isActive: boolean;
  bars?: number;
  className?: string;
}

type Loudness = (channels: readonly number[]) => number;
const LOUDEST: Loudness = (channels) => Math.max(0, ...channels);
const ME: Loudness = ([first]) => first ?? 0;
const OTHERS: Loudness = ([, second]) => second ?? 0;

/** The loudness of the input, from that of its channels. */
function useLoudness(of: Loudness): LevelSource {
  const { level } = useRecorder();
  return useMemo(() => ({ get: () => of(level.get().loudness), subscribe: level.subscribe }), [level, of]);
}

/** The loudest of all channels. */
export function InputLevel({ isActive, bars, className }: InputLevelProps) {
  const { t } = useTranslation('recorder');
  const source = useLoudness(LOUDEST);
  return (
    <LevelMeter
      label={t('level')}
      source={source}
      isActive={isActive}
      {...(bars ? { bars } : {})}
      {...(className ? { className } : {})}
    />
  );
}

/** The level of each channel with its name. */
export function ChannelLevels({ isActive }: Pick<InputLevelProps, 'isActive'>) {
  const { t } = useTranslation('recorder');
  const [me, others] = [useLoudness(ME), useLoudness(OTHERS)];
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 text-12">
      {(
        [
          ['me', me],
          ['others', others],
        ] as const
      ).map(([who, source]) => (
        <div key={who} className="col-span-2 grid grid-cols-subgrid items-center" data-channel={who}>
          <dt className="text-ink-muted">{t(`channel.${who}`)}</dt>
          <dd>
            <LevelMeter
              label={t('levelOf', { name: t(`channel.${who}`) })}
              source={source}
              isActive={isActive}
              bars={32}
              className="h-4 justify-between"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Size and duration of the recording that a killed browser has saved. */
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
