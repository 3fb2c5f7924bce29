import { Pause, Play, RotateCcw, RotateCw, SkipForward } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { replica } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { Select } from '~/ui/controls/select';
import { PlayerStore, type PlayerSnapshot } from './player-store';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingAudio } from './recordings-of';
import { nextSpeech, speechOf } from './speech';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const SKIP_MS = 10_000;
const NO_SEGMENTS: readonly Segment[] = [];

const PlayerContext = createContext<PlayerStore | null>(null);
export function PlayerProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new PlayerStore());
  return <PlayerContext.Provider value={store}>{children}</PlayerContext.Provider>;
}
export function usePlayer(): PlayerStore {
  const store = useContext(PlayerContext);
  if (!store) throw new Error('usePlayer needs a PlayerProvider above it');
  return store;
}
export function usePlayerSnapshot(): PlayerSnapshot {
  const store = usePlayer();
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/**
 * maximum bytes of a recording on this device that are read before the person plays it: the browser holds all of it in
 * memory
 */
const READ_AHEAD_BYTES = 32 * 1024 * 1024;

/**
 * The address of a recording's sound: this device's bytes first, otherwise the server's. '' while it is resolved, and
 * for a large one on this device until it is requested.
 */
export function useAudioUrl(recording: MeetingAudio | null, wanted: boolean): string {
  const [url, setUrl] = useState('');
  const id = recording?.id ?? '';
  const onDevice = recording?.onDevice ?? false;
  const waits = onDevice && !wanted && (recording?.size ?? 0) > READ_AHEAD_BYTES;
  useEffect(() => {
    setUrl('');
    if (!id || waits) return;
    let over = false;
    let made = '';
    const remote = `/api/core/meeting/recording/${encodeURIComponent(id)}/audio`;
    void (async () => {
      const blob = onDevice
        ? await replica()
            .recordingBlob(id)
            .catch(() => null)
        : null;
      if (over) return;
      made = blob ? URL.createObjectURL(blob) : '';
      setUrl(made || remote);
    })();
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, onDevice, waits]);
  return url;
}

/** Player of a meeting's recordings. */
export function Player({
  recordings,
  segments = NO_SEGMENTS,
}: {
  recordings: readonly MeetingAudio[];
  segments?: readonly Segment[];
}) {
  const { t } = useTranslation('meeting');
  const store = usePlayer();
  const { recordingId, playing, duration, rate, error, wanted } = usePlayerSnapshot();
  const current = recordings.find((r) => r.id === recordingId) ?? recordings[0] ?? null;
  const url = useAudioUrl(current, wanted);
  const audio = useRef<HTMLAudioElement>(null);
  const currentId = current?.id ?? '';
  const speech = useMemo(() => speechOf(segments, currentId), [segments, currentId]);
  useEffect(() => {
    if (current) store.select(current.id, current.durationMs);
  }, [store, current]);
  useEffect(() => (audio.current ? store.attach(audio.current) : undefined), [store]);
  if (!current) return null;
  const ms = duration * 1000 || current.durationMs;
  return (
    <section
      aria-label={t('player.label')}
      className="flex flex-col gap-1 rounded-card border border-line bg-raised px-3 py-2"
    >
      <audio ref={audio} src={url || undefined} preload="metadata" />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <IconButton
          label={t('player.back')}
          size="small"
          icon={<RotateCcw aria-hidden size={16} />}
          onPress={() => store.skip(-SKIP_MS)}
        />
        <IconButton
          label={playing ? t('player.pause') : t('player.play')}
          variant="primary"
          icon={
            playing ? (
              <Pause aria-hidden size={16} fill="currentColor" />
            ) : (
              <Play aria-hidden size={16} fill="currentColor" />
            )
          }
          onPress={() => store.toggle()}
        />
        <IconButton
          label={t('player.forward')}
          size="small"
          icon={<RotateCw aria-hidden size={16} />}
          onPress={() => store.skip(SKIP_MS)}
        />
        {speech.length > 1 && (
          <IconButton
            label={t('player.nextSpeech')}
            size="small"
            icon={<SkipForward aria-hidden size={16} />}
            onPress={() => {
              const next = nextSpeech(speech, store.getTime());
              if (next >= 0) store.seek(next);
            }}
          />
        )}
        <Scrubber durationMs={ms} toldMs={toldLength(current.durationMs, ms)} gaps={current.gaps} />
        <MenuButton
          label={t('player.speed')}
          trigger={<Button size="small" variant="quiet" className="tabular">{`${rate}×`}</Button>}
          items={RATES.map((r) => ({ id: String(r), label: `${r}×`, isSelected: r === rate }))}
          onAction={(id) => store.setRate(Number(id))}
        />
        {recordings.length > 1 && (
          <Select
            aria-label={t('player.recording')}
            className="w-52"
            value={current.id}
            options={recordings.map((r, i) => ({
              id: r.id,
              label: t('player.part', { number: i + 1 }),
              detail: clockText(r.durationMs),
            }))}
            onChange={(id) => store.select(id, recordings.find((r) => r.id === id)?.durationMs ?? 0)}
          />
        )}
      </div>
      {error && (
        <p role="alert" className="text-12 text-danger-ink">
          {current.onDevice ? t('player.broken') : t('player.unreachable')}
        </p>
      )}
    </section>
  );
}

/**
 * Rounded to the same second as on other screens: browsers decode some frames less than was recorded. Larger
 * differences are shown as they are.
 */
const toldLength = (recordedMs: number, decodedMs: number): number =>
  Math.abs(recordedMs - decodedMs) < 500 ? recordedMs : decodedMs;

/** The time line: position, seek target and gaps. `toldMs`: the length as text, 0 if unknown. */
function Scrubber({ durationMs, toldMs, gaps }: { durationMs: number; toldMs: number; gaps: MeetingAudio['gaps'] }) {
  const { t } = useTranslation('meeting');
  const store = usePlayer();
  const second =
    useSyncExternalStore(
      store.subscribeTime,
      () => Math.floor(store.getTime() / 250),
      () => 0,
    ) / 4;
  const total = Math.max(1, durationMs / 1000);
  return (
    <div className="flex min-w-28 flex-1 items-center gap-3">
      <span className="tabular text-12 text-ink-muted">{clockText(second * 1000)}</span>
      <Slider
        aria-label={t('player.position')}
        className="flex-1"
        minValue={0}
        maxValue={total}
        step={0.25}
        value={Math.min(second, total)}
        onChange={(v) => store.seek(v * 1000)}
      >
        <SliderTrack className="relative flex h-6 w-full items-center">
          {({ state }) => (
            <>
              <div className="h-1 w-full rounded-full bg-sunken forced-colors:border">
                <div
                  className="h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
                  style={{ width: `${state.getThumbPercent(0) * 100}%` }}
                />
              </div>
              {gaps.map((gap) => (
                <span
                  key={gap.atMs}
                  title={t('player.gap', { at: clockText(gap.atMs), lost: clockText(gap.lostMs) })}
                  className="absolute h-3 w-0.5 -translate-x-1/2 rounded-full bg-warning"
                  style={{ left: `${Math.min(100, (gap.atMs / 1000 / total) * 100)}%` }}
                />
              ))}
              <SliderThumb
                className="focus-ring top-1/2 size-4 rounded-full border-2 border-accent bg-raised data-dragging:bg-accent-tint"
                aria-valuetext={clockText(second * 1000)}
              />
            </>
          )}
        </SliderTrack>
      </Slider>
      <span className="tabular text-12 text-ink-muted">{toldMs ? clockText(toldMs) : '–:–'}</span>
    </div>
  );
}
