/**
 * The analysis of a transcript without a language model, computed in the worker from the documents of this device, so
 * that the 20,000 segments of a long meeting are not copied to the page.
 */
import { combineLatest, distinctUntilChanged, map, switchMap, throttleTime, type Observable } from 'rxjs';
import { blocksOfState } from '../../../merge/note-blocks';
import { textsOfBlocks } from '../../../merge/note-text';
import { fromBase64 } from '../../../merge/yjs';
import { engagementOf, type Engagement } from '../../../meeting/engagement';
import { extractOf, type MeetingExtract } from '../../../meeting/extract';
import { notedIn } from '../../../meeting/noted';
import { timedMoments, timedSegments, type TimedMoment, type TimedSegment } from '../../../meeting/segments';
import type { Meeting } from '../../../model/kinds/meetings';
import type { NoteContent } from '../../../model/kinds/note-contents';
import type { Transcript } from '../../../model/kinds/transcripts';
import { TimeSlices } from '../../search/time-slices';

export interface MeetingSources {
  meeting$: Observable<Meeting | null>;
  transcript$: Observable<Transcript | null>;
  note$: Observable<NoteContent | null>;
}

/** least milliseconds between two values while the transcript or the note is edited */
const QUIET_MS = 500;
const quiet = <T>() => throttleTime<T>(QUIET_MS, undefined, { leading: true, trailing: true });

const byRev = <T extends { rev: string }>() =>
  distinctUntilChanged<T | null>((before, after) => before?.rev === after?.rev);

interface TimedMeeting {
  segments: TimedSegment[];
  moments: TimedMoment[];
}

/** Segments and moments of a meeting by time; null without the meeting. */
function timedMeeting({ meeting$, transcript$ }: MeetingSources): Observable<TimedMeeting | null> {
  return combineLatest([meeting$.pipe(byRev()), transcript$.pipe(byRev())]).pipe(
    quiet(),
    map(([meeting, transcript]) => {
      if (!meeting) return null;
      const given = transcript?.segments ?? [];
      const segments = timedSegments(given, meeting.recordings);
      return { segments, moments: timedMoments(meeting.moments ?? [], given, segments, meeting.recordings) };
    }),
  );
}

/** null if the meeting has no transcript. */
export const meetingEngagement = (sources: MeetingSources): Observable<Engagement | null> =>
  timedMeeting(sources).pipe(
    map((timed) => (timed && timed.segments.length > 0 ? engagementOf(timed.segments) : null)),
  );

/** null if the meeting has no transcript, no typed lines, and no decisions or tasks in its note. */
export const meetingExtract = (
  sources: MeetingSources,
  headings: readonly { heading: string; what: string }[],
): Observable<MeetingExtract | null> =>
  combineLatest([timedMeeting(sources), sources.note$.pipe(byRev())]).pipe(
    quiet(),
    switchMap(async ([timed, note]) => {
      if (!timed) return null;
      const lines = note?.state ? textsOfBlocks(blocksOfState(fromBase64(note.state))) : [];
      if (timed.segments.length + timed.moments.length === 0 && !lines.some(notedIn)) return null;
      const { breathe } = new TimeSlices(() => undefined, Infinity);
      return extractOf(timed.segments, lines, headings, timed.moments, breathe);
    }),
  );
