import { afterEach, expect, it, vi } from 'vitest';
import { toast } from '~/ui/feedback/toast';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { reportFailure } from './report-failure';

const t = ((key: string) => key) as never;
const shown = async (error: unknown, texts?: Parameters<typeof reportFailure>[2]): Promise<unknown[][]> => {
  const spy = vi.spyOn(toast, 'error').mockReturnValue(undefined);
  reportFailure(t, error, texts);
  await new Promise(setImmediate);
  return spy.mock.calls;
};
afterEach(() => {
  vi.restoreAllMocks();
});

it('reports a refusal by its text, below a title where there is one', async () => {
  expect(await shown(new CallError('NO_PERMISSION'))).toEqual([['errors:NO_PERMISSION']]);
  vi.restoreAllMocks();
  expect(await shown(new CallError('NO_PERMISSION'), { title: 'Not restored' })).toEqual([
    ['Not restored', { description: 'errors:NO_PERMISSION' }],
  ]);
});

it('has a text of the caller for a server that does not answer, and no other error', async () => {
  expect(await shown(new NoAnswerError('network'), { noAnswer: 'Offline' })).toEqual([['Offline']]);
  vi.restoreAllMocks();
  expect(await shown(new CallError('NO_PERMISSION'), { noAnswer: 'Offline' })).toEqual([['errors:NO_PERMISSION']]);
});

it('is silent for an expected answer, except for its title', async () => {
  expect(await shown(new CallError('DEVICE_LOCKED'))).toEqual([]);
  expect(await shown(new CallError('DEVICE_LOCKED'), { title: 'Not restored' })).toEqual([['Not restored', {}]]);
});
