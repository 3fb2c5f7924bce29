import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { withDrafts } from './draft-segments';

const captions = [{ recordingId: 'r1', lines: [{ start: 500, end: 900, text: 'hello' }] }];
const transcript = (status: 'none' | 'waiting' | 'done', ...of: string[]) => ({
  status,
  segments: of.map((recordingId) => ({ recordingId, text: `said in ${recordingId}` }) as Segment),
});
const texts = (...args: Parameters<typeof withDrafts>) => withDrafts(...args).map(({ text }) => text);

describe('stored captions are the draft of a transcript', () => {
  const here = [{ id: 'r1', transfer: 'queued' as const }];
  const sent = [{ id: 'r1', transfer: 'onServer' as const }];
  it('until the recording is transcribed', () => {
    expect(withDrafts(null, captions, here)).toMatchObject([{ recordingId: 'r1', start: 500, isDraft: true }]);
    expect(texts(transcript('done', 'r0'), captions, here)).toEqual(['said in r0', 'hello']);
    expect(texts(transcript('waiting'), captions, sent)).toEqual(['hello']);
    expect(texts(transcript('waiting', 'r1'), captions, sent)).toEqual(['said in r1']);
  });
  it('but not of a recording that was transcribed without words, or was deleted', () => {
    expect(texts(transcript('done'), captions, sent)).toEqual([]);
    expect(texts(null, captions, [])).toEqual([]);
  });
  it('and without captions the segments stay the same object', () => {
    const { segments, status } = transcript('done', 'r0');
    expect(withDrafts({ segments, status }, [], here)).toBe(segments);
  });
});
