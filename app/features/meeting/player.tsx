import { Pause, Play, RotateCcw, RotateCw, SkipForward } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { replica } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { Select } from '~/ui/controls/select';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import { recordingAudioPath } from '../../../sync/protocol/uploads';
import { usePlayer, usePlayerSnapshot } from './player-context';
import type { MeetingAudio } from './recordings-of';
import { Scrubber } from './scrubber';
import { nextSpeech, speechOf } from './speech';
import { usePeaks } from './use-peaks';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const SKIP_MS = 10_000;
const NO_SEGMENTS: readonly Segment[] = [];
const NO_MOMENTS: readonly MeetingMoment[] = [];

/**
 * most bytes of a recording on this device that are read before the person plays it: the browser holds them in memory
 */
const READ_AHEAD_BYTES = 32 * 1024 * 1024;

/**
 * The address of a recording's audio: on this device if possible, otherwise on the server. '' while it is resolved, and for
 * a large recording on this device until the person wants to play it.
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
    const remote = recordingAudioPath(id);
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
  moments = NO_MOMENTS,
}: {
  recordings: readonly MeetingAudio[];
  segments?: readonly Segment[];
  moments?: readonly MeetingMoment[];
}) {
  const { t } = useTranslation('meeting');
  const store = usePlayer();
  const { recordingId, playing, duration, rate, error, wanted } = usePlayerSnapshot();
  const current = recordings.find((r) => r.id === recordingId) ?? recordings[0] ?? null;
  const url = useAudioUrl(current, wanted);
  const audio = useRef<HTMLAudioElement>(null);
  const { peaks, missing } = usePeaks(current);
  const currentId = current?.id ?? '';
  const bookmarks = useMemo(
    () => moments.filter((moment) => moment.recordingId === currentId).map(({ at }) => at),
    [moments, currentId],
  );
  const isFirst = current === recordings[0];
  const speech = useMemo(() => speechOf(segments, currentId, isFirst), [segments, currentId, isFirst]);
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
        <Scrubber
          durationMs={ms}
          toldMs={toldLength(current.durationMs, ms)}
          gaps={current.gaps}
          peaks={peaks}
          bookmarks={bookmarks}
        />
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
      {missing && !error && <p className="text-12 text-ink-muted">{t(`player.noWaveform.${missing}`)}</p>}
      {error && (
        <p role="alert" className="text-12 text-danger-ink">
          {current.onDevice ? t('player.broken') : t('player.unreachable')}
        </p>
      )}
    </section>
  );
}

/**
 * Shows the recorded length for small differences, so that all screens show the same second: browsers decode slightly
 * fewer frames than were recorded. Larger differences are shown.
 */
const toldLength = (recordedMs: number, decodedMs: number): number =>
  Math.abs(recordedMs - decodedMs) < 500 ? recordedMs : decodedMs;
