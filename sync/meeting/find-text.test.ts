import { expect, it } from 'vitest';
import type { Segment } from '../model/kinds/transcripts';
import { findSegments, replaceText } from './find-text';

const segment = (id: string, text: string): Segment => ({
  id,
  text,
  ...{ recordingId: 'r', start: 0, end: 1, original: '', participantId: '' },
});
const segments = [segment('a', 'The kafka cluster (v2)'), segment('b', '予算の話'), segment('c', 'Kafka, kafka')];

it('ignores case, and finds characters of regular expressions literally', () => {
  expect(findSegments(segments, 'kafka')).toEqual(['a', 'c']);
  expect(findSegments(segments, '(v2)')).toEqual(['a']);
  expect(findSegments(segments, '予算')).toEqual(['b']);
  expect([findSegments(segments, ' '), findSegments(segments, '.*')]).toEqual([[], []]);
});

it('replaces each match, and inserts the replacement literally', () => {
  expect(replaceText(segments, 'KAFKA', '$& [Kafka]')).toEqual([
    { segmentId: 'a', text: 'The $& [Kafka] cluster (v2)' },
    { segmentId: 'c', text: '$& [Kafka], $& [Kafka]' },
  ]);
  expect(replaceText(segments, '予算', '予算')).toEqual([]);
});
