import { useLocation } from '@remix-run/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { readAnchor } from '~/features/search-anchor/anchor';
import { isLanguage, languageTag } from '../../../sync/model/languages';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { segmentAt } from './player-store';
import { usePlayer, usePlayerSnapshot } from './player';
import { offsetsOf, type MeetingAudio } from './recordings-of';
import { TranscriptRow } from './transcript-row';

/** number of rows from which only visible ones are rendered */
const VIRTUAL_FROM = 100;
const NO_WORDS: readonly string[] = [];
/** milliseconds for which manual scrolling suspends following */
const HANDS_MS = 4000;

export interface TranscriptListProps {
  meeting: Meeting;
  segments: readonly Segment[];
  recordings: readonly MeetingAudio[];
  writable: boolean;
  /** the transcript scrolls with the sound */
  follow: boolean;
  onManageSpeakers: () => void;
}

/** The segment at the current time, '' for none. */
function useCurrentSegment(segments: readonly Segment[], recordings: readonly MeetingAudio[]): string {
  const player = usePlayer();
  const { recordingId } = usePlayerSnapshot();
  const starts = useMemo(() => {
    const first = recordings[0]?.id ?? '';
    return segments
      .filter((s) => s.start >= 0 && (s.recordingId || first) === recordingId)
      .sort((a, b) => a.start - b.start);
  }, [segments, recordings, recordingId]);
  return useSyncExternalStore(
    player.subscribeTime,
    () => segmentAt(starts, player.getTime()),
    () => '',
  );
}

/** True for a while after manual scrolling, so that the transcript does not scroll away from the reader. */
function useHandsOn(): () => boolean {
  const last = useRef(0);
  useEffect(() => {
    const touched = (): void => {
      last.current = Date.now();
    };
    const types = ['wheel', 'touchmove', 'keydown'] as const;
    types.forEach((type) => window.addEventListener(type, touched, { passive: true }));
    return () => types.forEach((type) => window.removeEventListener(type, touched));
  }, []);
  return () => Date.now() - last.current < HANDS_MS;
}

/**
 * The words of the search result that was opened, and their segment. Calls back once per visit, when that segment is
 * rendered.
 */
function useAskedSegment(
  segments: readonly Segment[],
  reveal: (index: number) => void,
): { segmentId: string; words: readonly string[] } {
  const { key, state } = useLocation();
  const anchor = readAnchor(state);
  const segmentId = anchor?.segmentId ?? '';
  const index = segmentId ? segments.findIndex((s) => s.id === segmentId) : -1;
  const show = useRef(reveal);
  show.current = reveal;
  const shown = useRef('');
  useEffect(() => {
    if (index < 0 || shown.current === key) return;
    shown.current = key;
    show.current(index);
  }, [index, key]);
  return { segmentId, words: anchor?.words ?? [] };
}

/** The transcript of a meeting by segments, following the sound. */
export function TranscriptList(props: TranscriptListProps) {
  const { meeting, segments, recordings, writable, follow, onManageSpeakers } = props;
  const { t } = useTranslation('meeting');
  const player = usePlayer();
  const { playing } = usePlayerSnapshot();
  const current = useCurrentSegment(segments, recordings);
  const handsOn = useHandsOn();
  const host = useRef<HTMLDivElement>(null);
  const offsets = useMemo(() => offsetsOf(recordings), [recordings]);
  const people = useMemo(() => new Map(meeting.participants.map((p) => [p.id, p])), [meeting.participants]);
  const virtual = segments.length > VIRTUAL_FROM;
  const [margin, setMargin] = useState(0);
  // before the effect that scrolls to a segment
  useLayoutEffect(
    () => setMargin(host.current ? host.current.getBoundingClientRect().top + window.scrollY : 0),
    [segments.length],
  );
  const view = useWindowVirtualizer({
    count: virtual ? segments.length : 0,
    estimateSize: () => 72,
    overscan: 10,
    scrollMargin: margin,
    getItemKey: (i) => segments[i]?.id ?? i,
  });

  // Scrolling reads current values; only a new segment scrolls, a correction elsewhere must not.
  const scroll = useRef<(id: string) => void>(() => undefined);
  scroll.current = (id) => {
    if (handsOn()) return;
    if (virtual)
      view.scrollToIndex(
        segments.findIndex((s) => s.id === id),
        { align: 'center' },
      );
    else
      host.current?.querySelector(`[data-segment="${CSS.escape(id)}"]`)?.scrollIntoView({
        block: 'center',
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
      });
  };
  useEffect(() => {
    if (current && follow && playing) scroll.current(current);
  }, [current, follow, playing]);

  const soundOf = (segment: Segment): MeetingAudio | undefined =>
    recordings.find((r) => r.id === segment.recordingId) ?? recordings[0];
  const asked = useAskedSegment(segments, (index) => {
    const segment = segments[index]!;
    if (virtual) view.scrollToIndex(index, { align: 'center' });
    else host.current?.querySelector(`[data-segment="${CSS.escape(segment.id)}"]`)?.scrollIntoView({ block: 'center' });
    // Playback starts at the search result.
    const recording = soundOf(segment);
    if (recording && segment.start >= 0 && !playing) player.seek(segment.start, recording);
  });

  const row = (segment: Segment): JSX.Element => {
    const recording = soundOf(segment);
    const found = segment.id === asked.segmentId;
    return (
      <TranscriptRow
        meetingId={meeting.id}
        segment={segment}
        participant={people.get(segment.participantId) ?? null}
        participants={meeting.participants}
        at={segment.start < 0 ? -1 : segment.start + (offsets.get(segment.recordingId) ?? 0)}
        isCurrent={segment.id === current}
        isTarget={found}
        words={found ? asked.words : NO_WORDS}
        lang={isLanguage(meeting.language) ? languageTag(meeting.language) : undefined}
        writable={writable}
        onSeek={() => recording && player.seek(segment.start, recording, true)}
        onManageSpeakers={onManageSpeakers}
      />
    );
  };
  return (
    <div ref={host} data-transcript={segments.length}>
      {virtual ? (
        <ol aria-label={t('transcript.title')} className="relative" style={{ height: view.getTotalSize() }}>
          {view.getVirtualItems().map((item) => (
            <li
              key={item.key}
              ref={view.measureElement}
              data-index={item.index}
              aria-setsize={segments.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - margin}px)` }}
            >
              {row(segments[item.index]!)}
            </li>
          ))}
        </ol>
      ) : (
        <ol aria-label={t('transcript.title')} className="flex flex-col gap-1">
          {segments.map((segment) => (
            <li key={segment.id}>{row(segment)}</li>
          ))}
        </ol>
      )}
    </div>
  );
}
