/** A line that is typed while a meeting is recorded. */
import { fireEvent } from '@testing-library/dom';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { RecordingNotes } from '../../app/features/meeting-moments/recording-notes';
import { Cell } from '../../app/features/recorder/cell';
import type { Recorder } from '../../app/features/recorder/recorder';
import { RecorderContext } from '../../app/features/recorder/recorder-context';
import { render, shownPage } from '../support/component/render';

const run = vi.hoisted(() => vi.fn(() => Promise.resolve(null)));
vi.mock('~/replica/client', () => ({ run }));
vi.mock('~/replica/hooks', () => ({ useAccount: () => null, useQuery: () => undefined }));

const level = new Cell({ loudness: [], capturedMs: 61_000 });
const recorder = { state: new Cell({ phase: 'recording' }), level } as unknown as Recorder;
beforeEach(() => vi.clearAllMocks());

const show = () =>
  render(
    <RecorderContext.Provider value={recorder}>
      <RecordingNotes meetingId="m" recordingId="r" />
    </RecorderContext.Provider>,
  );
const type = (value: string) =>
  act(async () => void fireEvent.change(shownPage().getByRole('textbox'), { target: { value } }));

test('a line that is not finished when the recording ends is stored with its moment', async () => {
  const { close } = await show();
  await type('Renew the contr');
  expect(run).not.toHaveBeenCalled();
  await close();
  const line = { id: 'm', recordingId: 'r', at: 61_000, kind: 'note', text: 'Renew the contr' };
  expect(run).toHaveBeenCalledExactlyOnceWith('moment.add', line);
});

test('a line that was stored is not stored again, and nothing without words is', async () => {
  const { close } = await show();
  await type('Renew');
  await act(async () => void fireEvent.submit(shownPage().getByRole('textbox')));
  await type('  ');
  await close();
  expect(run).toHaveBeenCalledTimes(1);
});
