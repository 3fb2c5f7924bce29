/** The panel beside a meeting while it is recorded. */
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { Cell } from '../../app/features/recorder/cell';
import type { RecorderState } from '../../app/features/recorder/machine';
import type { Recorder } from '../../app/features/recorder/recorder';
import { RecorderContext } from '../../app/features/recorder/recorder-context';
import { RecorderPanel } from '../../app/features/recorder/recorder-panel';
import common from '../../locales/en/common.json';
import meeting from '../../locales/en/meeting.json';
import recorderTexts from '../../locales/en/recorder.json';
import { render, shownPage } from '../support/component/render';

vi.mock('~/replica/client', () => ({ run: vi.fn(() => Promise.resolve(null)) }));
vi.mock('~/replica/hooks', () => ({ useAccount: () => null, useQuery: () => undefined }));
vi.mock('../../app/features/recorder/recorder-context', async (original) => ({
  ...(await original<typeof import('../../app/features/recorder/recorder-context')>()),
  useCaptions: () => null,
}));

/** bytes of an hour of one channel on disk */
const HOUR = (50 * 1000 * 3600) / 8;

const english = createInstance();
let free = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await english.init({ lng: 'en', resources: { en: { common, meeting, recorder: recorderTexts } } });
  vi.stubGlobal('navigator', {
    ...{ language: 'en', userAgent: 'test' },
    storage: { estimate: async () => ({ quota: free + 1000, usage: 1000 }) },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (source: 'microphone' | 'both') => {
  const state = new Cell({
    ...{ phase: 'recording', meetingId: 'm', recordingId: 'r', title: 'Weekly', language: 'en', source },
    ...{ savedBytes: 10, savedMs: 1000, silent: [], isSharingOver: false, nearEnd: false, gaps: [] },
  } as RecorderState);
  const level = new Cell({ loudness: [0.5, 0.5], capturedMs: 61_000 });
  const recorder = { state, level, elsewhere: new Cell(false) } as unknown as Recorder;
  return render(
    <I18nextProvider i18n={english}>
      <RecorderContext.Provider value={recorder}>
        <RecorderPanel meetingId="m" title="Weekly" language="en" />
      </RecorderContext.Provider>
    </I18nextProvider>,
  );
};
const hours = (count: number): string => english.t('recorder:space.hours', { count });
const aMinuteLater = () => act(async () => void (await vi.advanceTimersByTimeAsync(60_000)));

test('a running recording shows for how many hours the device still has space', async () => {
  free = 5.5 * HOUR;
  const { close } = await show('microphone');
  await shownPage().findByText(hours(5));
  free = 4.5 * HOUR;
  await aMinuteLater();
  await shownPage().findByText(hours(4));
  free = HOUR / 2;
  await aMinuteLater();
  await shownPage().findByText(recorderTexts.space.little);
  await shownPage().findByText(recorderTexts.space.littleNow);
  await close();
});

test('two channels fill the device twice as fast', async () => {
  free = 5.5 * HOUR;
  const { close } = await show('both');
  await shownPage().findByText(hours(2));
  await close();
});
