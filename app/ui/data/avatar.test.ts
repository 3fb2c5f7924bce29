import { expect, it } from 'vitest';
import { initialsSize } from './avatar';

it('initials are at least ten pixels high', () =>
  expect([20, 24, 32, 40, 56].map(initialsSize)).toEqual([10, 10, 13, 17, 24]));
