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
import { timedSegments, type TimedSegment } from '../../../meeting/segments';
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

function segmentsOf({ meeting$, transcript$ }: MeetingSources): Observable<TimedSegment[] | null> {
  return combineLatest([meeting$.pipe(byRev()), transcript$.pipe(byRev())]).pipe(
    quiet(),
    map(([meeting, transcript]) =>
      meeting && transcript && transcript.segments.length > 0
        ? timedSegments(transcript.segments, meeting.recordings)
        : null,
    ),
  );
}

export const meetingEngagement = (sources: MeetingSources): Observable<Engagement | null> =>
  segmentsOf(sources).pipe(map((segments) => segments && engagementOf(segments)));

export const meetingExtract = (
  sources: MeetingSources,
  headings: readonly { heading: string; what: string }[],
): Observable<MeetingExtract | null> =>
  combineLatest([segmentsOf(sources), sources.note$.pipe(byRev())]).pipe(
    quiet(),
    switchMap(async ([segments, note]) => {
      if (!segments) return null;
      const lines = note?.state ? textsOfBlocks(blocksOfState(fromBase64(note.state))) : [];
      return extractOf(segments, lines, headings, new TimeSlices(() => undefined, Infinity).breathe);
    }),
  );
