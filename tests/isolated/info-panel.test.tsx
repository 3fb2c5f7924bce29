/** The information panel of a meeting saves a recording's sound: from this device, otherwise from the server. */
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { InfoPanel } from '../../app/features/meeting/info-panel';
import common from '../../locales/en/common.json';
import meeting from '../../locales/en/meeting.json';
import { recordingAudioPath } from '../../sync/protocol/uploads';
import type { RecordingRow } from '../../sync/engine/host/api';
import type { Meeting } from '../../sync/model/kinds/meetings';
import { render, shownPage } from '../support/component/render';

const recordingBlob = vi.hoisted(() => vi.fn(() => Promise.resolve(null)));
const connection = vi.hoisted(() => ({ state: 'online' }));
vi.mock('~/replica/client', () => ({ replica: () => ({ recordingBlob }), run: vi.fn() }));
vi.mock('~/replica/hooks', () => ({
  useAccount: () => null,
  useQuery: () => null,
  useStatus: () => ({ connection }),
}));

const english = createInstance();
beforeEach(async () => {
  connection.state = 'online';
  recordingBlob.mockClear();
  await english.init({ lng: 'en', resources: { en: { meeting, common } } });
});

const shown = {
  ...{ id: 'm1', creatorId: 'ann', language: 'en', participants: [] },
  ...{ createdAt: 1, actualStartAt: 1, actualEndAt: 2 },
  recordings: [
    {
      id: 'r1',
      fileName: 'Lamps & shades.webm',
      mimeType: 'audio/webm',
      size: 4_000,
      durationMs: 2_000,
      uploadedAt: 2,
    },
  ],
} as unknown as Meeting;
const row = { id: 'r1', capturedMs: 2_000, gaps: [], startedAt: 1, syncState: 'onServer' } as unknown as RecordingRow;

const show = async (rows: readonly RecordingRow[]) => {
  const rendered = await render(
    <I18nextProvider i18n={english}>
      <InfoPanel isOpen onOpenChange={() => undefined} meeting={shown} rows={rows} />
    </I18nextProvider>,
  );
  await shownPage().findByRole('heading', { name: meeting.info.recordings });
  return rendered;
};
const button = (name: string) => shownPage().queryByRole<HTMLButtonElement>('button', { name });

test('a recording that only the server has is downloaded from there, past the page', async () => {
  const { close } = await show([]);
  const links: HTMLAnchorElement[] = [];
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this);
  });
  expect(button(common.saveToFile)).toBeNull();
  await act(async () => button(common.download)!.click());
  expect(links.map((link) => [link.getAttribute('href'), link.download])).toEqual([
    [recordingAudioPath('r1'), 'Lamps & shades.webm'],
  ]);
  expect(recordingBlob).not.toHaveBeenCalled();
  pressed.mockRestore();
  await close();
});

test('without a connection it cannot be downloaded, and that is said', async () => {
  connection.state = 'offline';
  const { close } = await show([]);
  expect(button(common.download)!.disabled).toBe(true);
  await shownPage().findByText(common.needsConnection);
  await close();
});

test('a recording of this device is saved from it, without a connection too', async () => {
  connection.state = 'offline';
  const { close } = await show([row]);
  expect(button(common.download)).toBeNull();
  await act(async () => button(common.saveToFile)!.click());
  expect(recordingBlob).toHaveBeenCalledWith('r1');
  await close();
});
