import { describe, expect, it } from 'vitest';
import { barsIn, barsOf } from './waveform-bars';

describe('barsOf', () => {
  it('takes the loudest level in the time of each bar', () => {
    expect(barsOf([0.1, 0.9, 0.2, 0.3], 100, 400, 2)).toEqual([0.9, 0.3]);
  });
  it('repeats a level over the bars of its time', () => {
    expect(barsOf([0.5, 1], 100, 200, 4)).toEqual([0.5, 0.5, 1, 1]);
  });
  it('is silent for times without a level', () => {
    expect(barsOf([1], 100, 200, 2)).toEqual([1, 0]);
    expect(barsOf([], 100, 200, 2)).toEqual([0, 0]);
  });
});

it('computes how many bars fit', () => {
  expect([0, 1, 2, 5, 8].map(barsIn)).toEqual([0, 0, 1, 2, 3]);
});
