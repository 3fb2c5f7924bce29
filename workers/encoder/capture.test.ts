import { expect, it } from 'vitest';
import { capturedAt, inChannels } from './capture';

it('maps the channels of an input to those of the recording', () => {
  const [left, right] = [Float32Array.of(1, 0), Float32Array.of(0, 0.5)];
  expect(inChannels([left, right], 1, 2)).toEqual([Float32Array.of(0.5, 0.25)]);
  expect(inChannels([left, right], 2, 2)).toEqual([left, right]);
  // an input that lost a channel stays in place
  expect(inChannels([left], 2, 2)).toEqual([left, Float32Array.of(0, 0)]);
  expect(inChannels([left], 1, 2)).toEqual([left]);
});

it('takes the time of capture of a block from its timestamp, on the clock of the worker or of the page', () => {
  expect(capturedAt(4_990_000, 5000, 85_500)).toBe(4990);
  // rounding of the browser's clocks
  expect(capturedAt(5_005_000, 5000, 85_500)).toBe(5000);
  // queued before the stream was transferred; from before this worker started
  expect(capturedAt(90_000_000, 5000, 85_500)).toBe(4500);
  expect(capturedAt(80_000_000, 5000, 85_500)).toBe(-5500);
  // another clock
  expect(capturedAt(0, 100_000, 85_500)).toBeNull();
  expect(capturedAt(900_000_000, 5000, 85_500)).toBeNull();
});
