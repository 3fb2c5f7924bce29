import { useLocation } from '@remix-run/react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { readAnchor } from '~/features/search-anchor/anchor';
import type { Correction } from '../../../sync/model/corrections';
import { isLanguage, languageTag } from '../../../sync/model/languages';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { Found } from './find-bar';
import { segmentAt } from './player-store';
import { usePlayer, usePlayerSnapshot } from './player-context';
import { offsetsOf, type MeetingAudio } from './recordings-of';
import { MomentLine } from '~/features/meeting-moments/moment-line';
import { useMomentLines } from '~/features/meeting-moments/use-moment-lines';
import { TranscriptRow, type RowActions } from './transcript-row';
import { withMoments, type TranscriptRowOf } from './transcript-rows';

const CorrectionHistory = lazy(() => import('./correction-history'));

/** number of rows from which only visible ones are rendered */
const VIRTUAL_FROM = 100;
const NO_WORDS: readonly string[] = [];
const NO_CORRECTIONS: readonly Correction[] = [];
/** milliseconds after manual scrolling without automatic scrolling */
const HANDS_MS = 4000;

export interface TranscriptListProps {
  meeting: Meeting;
  segments: readonly Segment[];
  corrections?: readonly Correction[] | undefined;
  recordings: readonly MeetingAudio[];
  writable: boolean;
  /** whether the transcript scrolls with playback */
  follow: boolean;
  onManageSpeakers: () => void;
  /** the query of the find bar, and the segment of its current match */
  found?: Found | undefined;
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

/** Returns whether the person scrolled recently; then the transcript does not scroll by itself. */
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
 * The id of the row of an opened search result or citation, and the words to highlight. Calls `reveal` once per visit, when
 * that row exists.
 */
function useAskedRow(
  rows: readonly TranscriptRowOf[],
  places: ReadonlyMap<string, number>,
  reveal: (row: TranscriptRowOf) => void,
): { id: string; words: readonly string[] } {
  const { key, state } = useLocation();
  const anchor = readAnchor(state);
  const id = anchor?.segmentId ?? '';
  const index = id ? places.get(id) : undefined;
  const latest = useRef({ rows, reveal });
  latest.current = { rows, reveal };
  const shown = useRef('');
  useEffect(() => {
    if (index === undefined || shown.current === key) return;
    shown.current = key;
    latest.current.reveal(latest.current.rows[index]!);
  }, [index, key]);
  return { id, words: anchor?.words ?? NO_WORDS };
}

/** The transcript of a meeting by segments; it follows playback. */
export function TranscriptList(props: TranscriptListProps) {
  const { meeting, segments, recordings, writable, follow, onManageSpeakers, found } = props;
  const { corrections = NO_CORRECTIONS } = props;
  const { t } = useTranslation(['meeting', 'errors']);
  const player = usePlayer();
  const { playing, sample } = usePlayerSnapshot();
  const current = useCurrentSegment(segments, recordings);
  const handsOn = useHandsOn();
  const host = useRef<HTMLDivElement>(null);
  const offsets = useMemo(() => offsetsOf(recordings), [recordings]);
  const people = useMemo(() => new Map(meeting.participants.map((p) => [p.id, p])), [meeting.participants]);
  const corrected = useMemo(() => new Set(corrections.flatMap(({ segmentIds }) => segmentIds)), [corrections]);
  const [historyOf, setHistoryOf] = useState('');
  const examined = historyOf ? segments.find(({ id }) => id === historyOf) : undefined;
  const lang = isLanguage(meeting.language) ? languageTag(meeting.language) : undefined;
  const lineOf = useMomentLines(meeting);
  const rows = useMemo(
    () =>
      withMoments(
        segments,
        meeting.moments ?? [],
        recordings.map((r) => r.id),
      ),
    [segments, meeting.moments, recordings],
  );
  const places = useMemo(() => new Map(rows.map((row, index) => [row.id, index])), [rows]);
  const virtual = rows.length > VIRTUAL_FROM;
  const [margin, setMargin] = useState(0);
  // runs before the effect that scrolls to a segment
  useLayoutEffect(
    () => setMargin(host.current ? host.current.getBoundingClientRect().top + window.scrollY : 0),
    [rows.length],
  );
  const view = useWindowVirtualizer({
    count: virtual ? rows.length : 0,
    estimateSize: () => 72,
    overscan: 10,
    scrollMargin: margin,
    getItemKey: (i) => rows[i]?.id ?? i,
  });

  // in refs, so that only a new current segment scrolls, and not a correction elsewhere
  const scroll = useRef<(id: string) => void>(() => undefined);
  scroll.current = (id) => {
    if (handsOn()) return;
    if (virtual) view.scrollToIndex(places.get(id) ?? 0, { align: 'center' });
    else
      host.current?.querySelector(`[data-segment="${CSS.escape(id)}"]`)?.scrollIntoView({
        block: 'center',
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
      });
  };
  useEffect(() => {
    if (current && follow && playing && !sample) scroll.current(current);
  }, [current, follow, playing, sample]);

  const shown = found?.segmentId ?? '';
  const reveal = useRef<(id: string) => void>(() => undefined);
  reveal.current = (id) => {
    const index = places.get(id);
    if (index === undefined) return;
    if (virtual) view.scrollToIndex(index, { align: 'center' });
    else host.current?.querySelector('ol')?.children[index]?.scrollIntoView({ block: 'center' });
  };
  useEffect(() => {
    if (shown) reveal.current(shown);
  }, [shown]);
  const query = found?.query.trim() ?? '';
  const foundWords = useMemo(() => (query ? [query] : NO_WORDS), [query]);

  const soundOfMoment = ({ recordingId }: { recordingId: string }): MeetingAudio | undefined =>
    recordings.find((r) => r.id === recordingId);
  // an imported transcript names no recording; it belongs to the first one
  const soundOf = (of: { recordingId: string }): MeetingAudio | undefined => soundOfMoment(of) ?? recordings[0];
  const asked = useAskedRow(rows, places, (row) => {
    reveal.current(row.id);
    // playback will start at the search result
    const [recording, at] =
      'moment' in row ? [soundOfMoment(row.moment), row.moment.at] : [soundOf(row.segment), row.segment.start];
    if (recording && at >= 0 && !playing) player.seek(at, recording);
  });

  const split = (first: Segment, participantId: string): void => {
    const from = segments.findIndex((s) => s.id === first.id);
    const segmentIds = segments
      .slice(Math.max(0, from))
      .filter((s) => s.participantId === first.participantId)
      .map((s) => s.id);
    void run('transcript.assignAll', { meetingId: meeting.id, segmentIds, participantId }).catch((error: unknown) => {
      reportFailure(t, error);
    });
  };

  const act = useRef<RowActions | null>(null);
  act.current = {
    seek: (segment) => {
      const recording = soundOf(segment);
      if (recording) player.seek(segment.start, recording, true);
    },
    split,
    manageSpeakers: onManageSpeakers,
    showHistory: ({ id }) => setHistoryOf(id),
  };
  const actions = useMemo<RowActions>(
    () => ({
      seek: (segment) => act.current?.seek(segment),
      split: (segment, participantId) => act.current?.split(segment, participantId),
      manageSpeakers: () => act.current?.manageSpeakers(),
      showHistory: (segment) => act.current?.showHistory(segment),
    }),
    [],
  );

  const row = (item: TranscriptRowOf): JSX.Element => {
    if ('moment' in item) {
      const { moment } = item;
      const recording = soundOfMoment(moment);
      return (
        <div className="px-3 py-1">
          <MomentLine
            {...lineOf(moment)}
            isTarget={moment.id === asked.id}
            at={moment.at + (offsets.get(moment.recordingId) ?? 0)}
            {...(recording ? { onSeek: () => player.seek(moment.at, recording, true) } : {})}
          />
        </div>
      );
    }
    const { segment } = item;
    const recording = soundOf(segment);
    const isAsked = segment.id === asked.id;
    return (
      <TranscriptRow
        meetingId={meeting.id}
        segment={segment}
        participant={people.get(segment.participantId) ?? null}
        participants={meeting.participants}
        at={segment.start < 0 ? -1 : segment.start + (offsets.get(segment.recordingId) ?? 0)}
        isCurrent={segment.id === current}
        isTarget={isAsked || segment.id === shown}
        words={query ? foundWords : isAsked ? asked.words : NO_WORDS}
        lang={lang}
        writable={writable}
        hasHistory={corrected.has(segment.id)}
        link={recording ? paths.moment(meeting.id, recording.id, segment.start) : ''}
        actions={actions}
      />
    );
  };
  return (
    <div ref={host} data-transcript={segments.length}>
      {virtual ? (
        <ol aria-label={t('meeting:transcript.title')} className="relative" style={{ height: view.getTotalSize() }}>
          {view.getVirtualItems().map((item) => (
            <li
              key={item.key}
              ref={view.measureElement}
              data-index={item.index}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - margin}px)` }}
            >
              {row(rows[item.index]!)}
            </li>
          ))}
        </ol>
      ) : (
        <ol aria-label={t('meeting:transcript.title')} className="flex flex-col gap-1">
          {rows.map((item) => (
            <li key={item.id}>{row(item)}</li>
          ))}
        </ol>
      )}
      {examined && (
        <Suspense fallback={null}>
          <CorrectionHistory
            meetingId={meeting.id}
            segment={examined}
            corrections={corrections}
            participants={meeting.participants}
            lang={lang}
            writable={writable}
            onClose={() => setHistoryOf('')}
          />
        </Suspense>
      )}
    </div>
  );
}
