import { describe, expect, it } from 'vitest';
import { linesOf, writeTranscript } from './transcript-text';

const segment = (id: string, start: number, end: number, text: string, participantId = 'p1', recordingId = 'r1') => ({
  id,
  recordingId,
  start,
  end,
  text,
  original: '',
  participantId,
});
const names: Record<string, string> = { p1: '佐藤', p2: 'Ana <ops>' };
const nameOf = (id: string): string => names[id] ?? '';

describe('transcripts as text', () => {
  const lines = linesOf(
    [
      segment('a', 0, 1500, 'おはようございます。'),
      segment('b', 3_661_005, 3_661_005, 'A --> B & <c>\n\nnext', 'p2'),
      segment('c', -1, -1, 'no time', 'x'),
      segment('d', 9, 10, '  '),
    ],
    nameOf,
  );

  it('WebVTT with voices, escaped, without segments without a time', () => {
    expect(writeTranscript('vtt', lines, 'Weekly --> x')).toBe(
      'WEBVTT Weekly   x\n\n00:00:00.000 --> 00:00:01.500\n<v 佐藤>おはようございます。\n\n01:01:01.005 --> 01:01:01.006\n<v Ana &lt;ops&gt;>A --&gt; B &amp; &lt;c&gt;\nnext\n',
    );
  });
  it('SubRip counts from 1 and uses commas', () => {
    expect(writeTranscript('srt', lines)).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\n佐藤: おはようございます。\n\n2\n01:01:01,005 --> 01:01:01,006\nAna <ops>: A --> B & <c>\nnext\n',
    );
  });
  it('plain text has every segment', () => {
    expect(writeTranscript('txt', lines).split('\n').filter(Boolean)).toEqual([
      '[00:00:00] 佐藤: おはようございます。',
      '[01:01:01] Ana <ops>: A --> B & <c>',
      'next',
      'no time',
    ]);
  });
  it('appends a second recording to the first', () => {
    const [, second] = linesOf(
      [segment('a', 0, 1, 'x'), segment('b', 500, 900, 'y', 'p1', 'r2')],
      nameOf,
      new Map([
        ['r1', 0],
        ['r2', 60_000],
      ]),
    );
    expect(second).toMatchObject({ start: 60_500, end: 60_900 });
  });
});
