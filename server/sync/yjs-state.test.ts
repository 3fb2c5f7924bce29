import { expect, it } from 'vitest';
import { updateOfCollected } from '../../tests/support/yjs-updates';
import { mergeState } from './yjs-state';

it('rejects an update whose clocks add up beyond what can be read again', () => {
  const hostile = Buffer.from(updateOfCollected(Array<number>(600).fill(Number.MAX_SAFE_INTEGER))).toString('base64');
  expect(() => mergeState('', hostile, 2)).toThrow('not a Yjs update');
});
