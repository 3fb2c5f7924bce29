import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { engagementOf } from './engagement';
import type { TimedSegment } from './segments';

const said = (participantId: string, start: number, end: number): TimedSegment => ({
  id: `${participantId}/${start}/${end}`,
  recordingId: '',
  participantId,
  text: 'words',
  start,
  end,
  at: start,
});

describe('engagement', () => {
  it('counts talk time, turns, monologues, overlap and silence', () => {
    const engagement = engagementOf([
      said('ann', 0, 10_000),
      said('ann', 11_000, 20_000),
      said('ben', 18_000, 25_000),
      said('ann', 40_000, 41_000),
      { ...said('ben', -1, -1), id: 'untimed' },
    ]);
    expect(engagement).toMatchObject({ totalMs: 41_000, silenceMs: 16_000, overlapMs: 2_000, untimed: 1 });
    expect(engagement.speakers).toEqual([
      // a pause of a second does not end a turn, but words of another person do
      { participantId: 'ann', talkMs: 20_000, turns: 2, longestMs: 19_000, overlapMs: 2_000 },
      { participantId: 'ben', talkMs: 7_000, turns: 1, longestMs: 7_000, overlapMs: 2_000 },
    ]);
  });

  it('ends a turn when another person speaks, however briefly', () => {
    const { speakers } = engagementOf([said('ann', 0, 5_000), said('ben', 5_000, 5_500), said('ann', 5_500, 9_000)]);
    expect(speakers[0]).toMatchObject({ participantId: 'ann', turns: 2, longestMs: 5_000 });
  });

  it('is empty for a transcript without times', () => {
    expect(engagementOf([said('ann', -1, -1)])).toEqual({
      totalMs: 0,
      silenceMs: 0,
      overlapMs: 0,
      untimed: 1,
      speakers: [],
      parts: [],
    });
  });

  it('shows a segment at the boundary of two parts in the chart', () => {
    // 140 s are 15 of 24 parts, but 140,000 / (224,000 / 24) is less than 15 in floating point
    const { parts } = engagementOf([
      said('ann', 0, 1_000),
      said('ben', 140_000, 141_000),
      said('ann', 223_000, 224_000),
    ]);
    expect(parts).toHaveLength(24);
    expect(parts.findIndex(({ talkMs }) => talkMs[1]! > 0)).toBe(15);
    expect(parts[15]).toMatchObject({ from: 140_000, talkMs: [0, 1_000] });
  });

  const Segments = fc.array(
    fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(200), fc.integer({ min: 1, max: 60 }))
      .map(([who, start, length]) => said(who, start * 1000, (start + length) * 1000)),
    { minLength: 1, maxLength: 30 },
  );

  it('gives the same result as counting every second', () => {
    fc.assert(
      fc.property(Segments, (segments) => {
        const engagement = engagementOf(segments);
        const first = Math.min(...segments.map(({ start }) => start));
        const last = Math.max(...segments.map(({ end }) => end));
        let [silence, overlap] = [0, 0];
        const talk = new Map<string, number>();
        for (let at = first; at < last; at += 1000) {
          const now = new Set(segments.filter(({ start, end }) => start <= at && at < end).map((s) => s.participantId));
          if (now.size === 0) silence += 1000;
          if (now.size > 1) overlap += 1000;
          for (const who of now) talk.set(who, (talk.get(who) ?? 0) + 1000);
        }
        expect(engagement).toMatchObject({ totalMs: last - first, silenceMs: silence, overlapMs: overlap });
        expect(new Map(engagement.speakers.map((s) => [s.participantId, s.talkMs]))).toEqual(talk);
        for (const { talkMs, longestMs } of engagement.speakers) expect(longestMs).toBeLessThanOrEqual(talkMs);
        // the parts of the time line add up to the talk time
        engagement.speakers.forEach(({ talkMs }, speaker) => {
          const sum = engagement.parts.reduce((all, part) => all + part.talkMs[speaker]!, 0);
          expect(Math.abs(sum - talkMs)).toBeLessThanOrEqual(engagement.parts.length);
        });
      }),
    );
  });
});
