/** The time line of the player: position, seeking, gaps, and the waveform of a recording with peaks. */
import { lazy, Suspense, useLayoutEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { cx } from '~/ui/cx';
import type { Peaks } from '../../../sync/model/peaks';
import { usePlayer } from './player-context';
import type { MeetingAudio } from './recordings-of';

const Waveform = lazy(() => import('./waveform'));

/** milliseconds by which an arrow key seeks, as the step of the slider is too small */
const ARROW_MS = 5000;
const ARROWS: Partial<Record<string, number>> = {
  ArrowLeft: -ARROW_MS,
  ArrowDown: -ARROW_MS,
  ArrowRight: ARROW_MS,
  ArrowUp: ARROW_MS,
};

export interface ScrubberProps {
  durationMs: number;
  /** the displayed length, 0 if unknown */
  toldMs: number;
  gaps: MeetingAudio['gaps'];
  peaks: Peaks | null;
  /** times of bookmarks and typed lines, milliseconds */
  bookmarks: readonly number[];
}

export function Scrubber({ durationMs, toldMs, gaps, peaks, bookmarks }: ScrubberProps) {
  const { t } = useTranslation('meeting');
  const store = usePlayer();
  const second =
    useSyncExternalStore(
      store.subscribeTime,
      () => Math.floor(store.getTime() / 250),
      () => 0,
    ) / 4;
  const total = Math.max(1, durationMs / 1000);
  const at = clockText(second * 1000);
  const valueText = toldMs ? t('player.positionOf', { at, total: clockText(toldMs) }) : at;
  const input = useRef<HTMLInputElement>(null);
  // otherwise the slider would announce a number of seconds
  useLayoutEffect(() => input.current?.setAttribute('aria-valuetext', valueText));
  const seekByKey = (event: KeyboardEvent): void => {
    const ms = event.altKey || event.ctrlKey || event.metaKey ? undefined : ARROWS[event.key];
    if (ms === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.skip(ms);
  };
  const bar = (played: number): JSX.Element => (
    <div className="h-1 w-full rounded-full bg-sunken forced-colors:border">
      <div
        className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${played * 100}%` }}
      />
    </div>
  );
  return (
    <div
      className={cx('flex min-w-28 flex-1 items-center gap-3', peaks && 'max-sm:order-last max-sm:basis-full')}
      onKeyDownCapture={seekByKey}
    >
      <span className="tabular text-12 text-ink-muted">{at}</span>
      <Slider
        aria-label={t('player.position')}
        className="min-w-0 flex-1"
        minValue={0}
        maxValue={total}
        step={0.25}
        value={Math.min(second, total)}
        onChange={(v) => store.seek(v * 1000)}
      >
        <SliderTrack className={cx('relative flex w-full items-center', peaks ? 'h-10' : 'h-6')}>
          {({ state }) => (
            <>
              {peaks ? (
                <Suspense fallback={bar(state.getThumbPercent(0))}>
                  <Waveform peaks={peaks} totalMs={total * 1000} atMs={second * 1000} bookmarks={bookmarks} />
                </Suspense>
              ) : (
                bar(state.getThumbPercent(0))
              )}
              {gaps.map((gap) => (
                <span
                  key={gap.atMs}
                  title={t('player.gap', { at: clockText(gap.atMs), lost: clockText(gap.lostMs) })}
                  className="absolute h-3 w-0.5 -translate-x-1/2 rounded-full bg-warning"
                  style={{ left: `${Math.min(100, (gap.atMs / 1000 / total) * 100)}%` }}
                />
              ))}
              <SliderThumb
                inputRef={input}
                className={cx(
                  'focus-ring top-1/2 data-dragging:bg-accent-tint',
                  peaks
                    ? 'h-10 w-1 rounded-full border border-raised bg-accent forced-colors:bg-[Highlight]'
                    : 'size-4 rounded-full border-2 border-accent bg-raised',
                )}
              />
            </>
          )}
        </SliderTrack>
      </Slider>
      <span className="tabular text-12 text-ink-muted">{toldMs ? clockText(toldMs) : '–:–'}</span>
    </div>
  );
}
