import { expect, it } from 'vitest';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { MeetingMoment } from '../../../sync/model/meeting-moments';
import type { Participant } from '../../../sync/model/participants';
import type { MeetingAudio } from '../meeting/recordings-of';
import { placeFinder } from './moments';

const audio = (id: string, durationMs: number) => ({ id, durationMs }) as MeetingAudio;
const recordings = [audio('r1', 10_000), audio('r2', 5_000)];
const segment = {
  id: 's1',
  recordingId: 'r2',
  start: 1_000,
  text: 'We start in April.',
  participantId: 'p',
} as Segment;
const line: MeetingMoment = { id: 'm1', recordingId: 'r2', at: 2_000, kind: 'note', text: 'April', userId: 'ann' };
const participants = [{ id: 'p', userId: 'ann', name: 'Ann' }] as Participant[];

it('the mark of a typed line has its time on the joint time line, like that of a segment', () => {
  const placeOf = placeFinder([segment], recordings, { participants, moments: [line] });
  expect(placeOf('s1')).toMatchObject({ kind: 'segment', start: 1_000, at: 11_000, by: 'Ann' });
  expect(placeOf('m1')).toMatchObject({ kind: 'note', text: 'April', start: 2_000, at: 12_000, by: 'Ann' });
  expect(placeOf('m1')?.recording?.id).toBe('r2');
});

it('a line without its recording has text and no time; a removed line has no place', () => {
  const placeOf = placeFinder([], [], { participants, moments: [line] });
  expect(placeOf('m1')).toMatchObject({ text: 'April', at: -1, recording: undefined });
  expect(placeOf('m2')).toBeNull();
});
