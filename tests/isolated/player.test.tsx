/** The player says why a recording has no waveform, and jumps over silence. */
import { fireEvent } from '@testing-library/dom';
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { Player } from '../../app/features/meeting/player';
import { PlayerProvider } from '../../app/features/meeting/player-context';
import type { MeetingAudio } from '../../app/features/meeting/recordings-of';
import meeting from '../../locales/en/meeting.json';
import type { Segment } from '../../sync/model/kinds/transcripts';
import { render, shownPage } from '../support/component/render';

const call = vi.hoisted(() => vi.fn());
vi.mock('~/api/client', () => ({ call }));
vi.mock('~/replica/client', () => ({ replica: () => ({ recordingBlob: () => Promise.resolve(null) }) }));
vi.mock('~/replica/hooks', () => ({ useStatus: () => ({ connection: { state: 'online' } }) }));

const english = createInstance();
beforeEach(async () => {
  call.mockReset();
  await english.init({ lng: 'en', resources: { en: { meeting } } });
});

const webm: MeetingAudio = {
  ...{ id: 'r1', fileName: 'call.webm', mimeType: 'audio/webm', size: 4_000, durationMs: 2_000, gaps: [] },
  ...{ onDevice: true, onServer: true, at: 1, row: null },
};
const { unsent, unreadable } = meeting.player.noWaveform;

const show = (recording: MeetingAudio, segments: readonly Segment[] = []) =>
  render(
    <I18nextProvider i18n={english}>
      <PlayerProvider>
        <Player recordings={[recording]} segments={segments} />
      </PlayerProvider>
    </I18nextProvider>,
  );

test('a recording whose sound the server cannot read has no waveform, and that is said', async () => {
  call.mockResolvedValue({ peaks: null, isPending: false });
  const { close } = await show(webm);
  await shownPage().findByText(unreadable);
  expect(document.querySelector('canvas')).toBeNull();
  await close();
});

test('a file that was not sent yet has no waveform until the server measured it', async () => {
  const { close } = await show({ ...webm, onServer: false });
  await shownPage().findByText(unsent);
  expect(call).not.toHaveBeenCalled();
  await close();
});

test('a recording that is being measured, or has peaks, shows no notice', async () => {
  call.mockResolvedValue({ peaks: null, isPending: true });
  const asked = await show(webm);
  await expect.poll(() => call).toHaveBeenCalled();
  for (const text of [unsent, unreadable]) expect(shownPage().queryByText(text)).toBeNull();
  await asked.close();
  const peaks = { everyMs: 100, levels: btoa('aaaa') };
  const { close } = await show({ ...webm, onServer: false, row: { peaks } as never });
  for (const text of [unsent, unreadable]) expect(shownPage().queryByText(text)).toBeNull();
  await close();
});

test('a jump leads behind the next silence, and stays where nothing follows', async () => {
  call.mockResolvedValue({ peaks: null, isPending: false });
  const said = (start: number, end: number) => ({ recordingId: 'r1', start, end }) as Segment;
  const { close } = await show({ ...webm, durationMs: 60_000 }, [
    ...[said(0, 3000), said(3500, 5000), said(9000, 9500), said(30_000, 31_000)],
  ]);
  const sound = document.querySelector('audio')!;
  const jump = async (): Promise<number> => {
    await act(async () => fireEvent.click(shownPage().getByRole('button', { name: meeting.player.nextSpeech })));
    // the position is taken when the sound has loaded
    await act(async () => fireEvent(sound, new Event('loadedmetadata')));
    return sound.currentTime;
  };
  expect([await jump(), await jump(), await jump()]).toEqual([9, 30, 30]);
  await close();
});
