import { BehaviorSubject, firstValueFrom, of } from 'rxjs';
import { expect, test } from 'vitest';
import { stateFromMarkdown } from '../../../merge/note-text';
import { toBase64 } from '../../../merge/yjs';
import type { Engagement } from '../../../meeting/engagement';
import type { Meeting } from '../../../model/kinds/meetings';
import type { NoteContent } from '../../../model/kinds/note-contents';
import type { Segment, Transcript } from '../../../model/kinds/transcripts';
import { meetingEngagement, meetingExtract } from './meeting';

const SEGMENTS = 20_000;
const segments = Array.from({ length: SEGMENTS }, (_, i): Segment => ({
  id: `s${i}`,
  recordingId: 'r',
  start: i * 700,
  end: i * 700 + 600,
  text: i === 12_345 ? 'The lighting plan of the hotel is shared on Friday.' : `We talk about remark number ${i}.`,
  original: '',
  participantId: `p${i % 40}`,
}));
const meeting = { rev: '1-a', recordings: [{ id: 'r', durationMs: SEGMENTS * 700 }] } as unknown as Meeting;
const transcript = (own: Segment[], rev = '1-a') => ({ rev, segments: own }) as unknown as Transcript;
const note = { rev: '1-a', state: toBase64(stateFromMarkdown('- [ ] lighting plan, hotel')) } as unknown as NoteContent;

test('computes talk time of forty people, and again when the transcript changes', () => {
  const transcript$ = new BehaviorSubject<Transcript | null>(null);
  const values: (Engagement | null)[] = [];
  const end = meetingEngagement({ meeting$: of(meeting), transcript$, note$: of(null) }).subscribe((value) =>
    values.push(value),
  );
  expect(values).toEqual([null]);
  end.unsubscribe();
  transcript$.next(transcript(segments));
  const again = meetingEngagement({ meeting$: of(meeting), transcript$, note$: of(null) }).subscribe((value) =>
    values.push(value),
  );
  expect(values[1]?.speakers).toHaveLength(40);
  expect(values[1]?.parts).toHaveLength(24);
  again.unsubscribe();
});

test('without a transcript, extracts typed lines and notes, and gives no talk time', async () => {
  const line = { id: 'k', recordingId: 'r', at: 5, kind: 'note' as const, text: 'Decision: April', userId: 'ann' };
  const typed = { ...meeting, moments: [line] } as unknown as Meeting;
  const sourcesOf = (each: Meeting) => ({ meeting$: of(each), transcript$: of(null), note$: of(note) });
  expect(await firstValueFrom(meetingExtract(sourcesOf(typed), []))).toMatchObject({
    candidates: [{ kind: 'decision', text: 'April', momentId: 'k' }],
    noted: [{ kind: 'action', text: 'lighting plan, hotel' }],
  });
  const empty = { meeting$: of(meeting), transcript$: of(null), note$: of(null) };
  expect(await firstValueFrom(meetingExtract(empty, []))).toBeNull();
  expect(await firstValueFrom(meetingEngagement(sourcesOf(typed)))).toBeNull();
});

test('finds the passage of a line of a long transcript', async () => {
  const long = transcript(segments.slice(11_500, 13_000));
  const sources = { meeting$: of(meeting), transcript$: of(long), note$: of(note) };
  const extract = await firstValueFrom(meetingExtract(sources, []));
  expect(extract?.lines).toEqual([{ line: 'lighting plan, hotel', segmentIds: ['s12345'] }]);
});
