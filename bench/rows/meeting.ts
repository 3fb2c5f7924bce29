/**
 * A meeting of 20,000 segments: its engagement as the worker computes it, and find in its text, of each keystroke. In
 * this process: without reading the transcript from the device's database, and without the screen.
 */
import { findSegments } from '../../sync/meeting/find-text';
import { engagementOf } from '../../sync/meeting/engagement';
import { timedSegments } from '../../sync/meeting/segments';
import type { Segment } from '../../sync/model/kinds/transcripts';
import { Corpus } from '../support/corpus';
import type { Line, Row } from '../support/row';
import { median, p95, round } from '../support/statistics';

const SEGMENTS = 20_000;
const SPEAKERS = 40;
/** words or, of every third segment, Chinese characters */
const WORDS = 12;
/** milliseconds of a segment; the next one begins a little earlier or later than its end */
const SEGMENT_MS = 2_500;
/** milliseconds */
const ENGAGEMENT_GOAL = 200;
const FIND_GOAL = 30;

/** In two recordings, with turns of several segments, overlaps and silence. */
function segmentsOf(count: number): Segment[] {
  const corpus = new Corpus();
  return Array.from({ length: count }, (_, n) => {
    const isSecond = n >= count / 2;
    const start = (isSecond ? n - count / 2 : n) * SEGMENT_MS + ((n * 37) % 7) * 100;
    return {
      id: `segment${n}`,
      recordingId: isSecond ? 'second' : 'first',
      start,
      end: start + SEGMENT_MS,
      text: corpus.phrase(n % 3 === 0, WORDS),
      original: '',
      participantId: `person${Math.floor(n / 3) % SPEAKERS}`,
    };
  });
}

interface Times {
  /** milliseconds of each round, and processor time of this process in them */
  taken: number[];
  processor: number[];
}

function timed(rounds: number, work: (round: number) => unknown): Times {
  const times: Times = { taken: [], processor: [] };
  for (let n = 0; n < rounds; n += 1) {
    const before = process.cpuUsage();
    const began = performance.now();
    work(n);
    times.taken.push(performance.now() - began);
    const { user, system } = process.cpuUsage(before);
    times.processor.push((user + system) / 1_000);
  }
  return times;
}

const besideOf = ({ processor }: Times): string => `processor time, median ${round(median(processor))} ms`;

export const meeting: Row = {
  name: 'meeting',
  run({ quick }): Promise<Line[]> {
    const segments = segmentsOf(SEGMENTS);
    const rounds = quick ? 5 : 30;
    const halfMs = (SEGMENTS / 2) * SEGMENT_MS;
    const recordings = ['first', 'second'].map((id) => ({ id, durationMs: halfMs }));
    const engagement = timed(rounds, () => engagementOf(timedSegments(segments, recordings)));
    const corpus = new Corpus(11);
    const find = timed(rounds * 5, (n) => findSegments(segments, corpus.question(n)));
    const count = SEGMENTS.toLocaleString('en');
    return Promise.resolve([
      {
        measured: `engagement of a meeting of ${count} segments, p95`,
        goal: `under ${ENGAGEMENT_GOAL} ms`,
        satchel: `${round(p95(engagement.taken))} ms`,
        beside: besideOf(engagement),
        met: p95(engagement.taken) < ENGAGEMENT_GOAL,
      },
      {
        measured: `find in a meeting of ${count} segments, each keystroke, p95`,
        goal: `under ${FIND_GOAL} ms`,
        satchel: `${round(p95(find.taken))} ms`,
        beside: besideOf(find),
        met: p95(find.taken) < FIND_GOAL,
      },
    ]);
  },
};
