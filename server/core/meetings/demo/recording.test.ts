import { MPEGDecoder } from 'mpg123-decoder';
import { expect, it } from 'vitest';
import { readRecording } from './recording';

it('has sound during segments and silence between them', async () => {
  const recording = await readRecording('launch-meeting');
  expect(recording.bytes.length).toBeLessThan(300_000);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(recording.bytes);
  decoder.free();
  expect(sampleRate).toBe(16_000);
  expect(channelData.length === 1 || channelData[0]!.every((s, i) => s === channelData[1]![i])).toBe(true);
  const samples = channelData[0]!;
  expect(Math.abs((samples.length / sampleRate) * 1000 - recording.durationMs)).toBeLessThan(250);
  const loudness = (from: number, to: number): number => {
    const part = samples.subarray(Math.round((from / 1000) * sampleRate), Math.round((to / 1000) * sampleRate));
    return Math.sqrt(part.reduce((sum, s) => sum + s * s, 0) / part.length);
  };
  expect(recording.segments).toHaveLength(10);
  expect(new Set(recording.segments.map((s) => s.speaker))).toEqual(new Set([0, 1]));
  recording.segments.forEach((segment, i) => {
    expect(loudness(segment.start, segment.end)).toBeGreaterThan(0.03);
    const next = recording.segments[i + 1];
    // mp3 spreads sound over the edges of a segment
    if (next) expect(loudness(segment.end + 120, next.start - 60)).toBeLessThan(0.005);
  });
});
