import { expect, it } from 'vitest';
import { inChannels } from './capture';

it('maps the channels of an input to those of the recording', () => {
  const [left, right] = [Float32Array.of(1, 0), Float32Array.of(0, 0.5)];
  expect(inChannels([left, right], 1, 2)).toEqual([Float32Array.of(0.5, 0.25)]);
  expect(inChannels([left, right], 2, 2)).toEqual([left, right]);
  // an input that lost a channel stays in place
  expect(inChannels([left], 2, 2)).toEqual([left, Float32Array.of(0, 0)]);
  expect(inChannels([left], 1, 2)).toEqual([left]);
});
