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

/** milliseconds between two values while somebody corrects the transcript, or types in the note */
const QUIET_MS = 500;
const quiet = <T>() => throttleTime<T>(QUIET_MS, undefined, { leading: true, trailing: true });

const byRev = <T extends { rev: string }>() =>
  distinctUntilChanged<T | null>((before, after) => before?.rev === after?.rev);

interface Said {
  segments: TimedSegment[];
  moments: TimedMoment[];
}

/** null without the meeting. */
function saidIn({ meeting$, transcript$ }: MeetingSources): Observable<Said | null> {
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

export const meetingEngagement = (sources: MeetingSources): Observable<Engagement | null> =>
  saidIn(sources).pipe(map((said) => (said && said.segments.length > 0 ? engagementOf(said.segments) : null)));

/** null where the meeting has neither words of its transcript nor typed ones. */
export const meetingExtract = (
  sources: MeetingSources,
  headings: readonly { heading: string; what: string }[],
): Observable<MeetingExtract | null> =>
  combineLatest([saidIn(sources), sources.note$.pipe(byRev())]).pipe(
    quiet(),
    switchMap(async ([said, note]) => {
      if (!said) return null;
      const lines = note?.state ? textsOfBlocks(blocksOfState(fromBase64(note.state))) : [];
      if (said.segments.length + said.moments.length === 0 && !lines.some(notedIn)) return null;
      const { breathe } = new TimeSlices(() => undefined, Infinity);
      return extractOf(said.segments, lines, headings, said.moments, breathe);
    }),
  );
