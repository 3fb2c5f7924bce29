/** The recorder in a small window over other windows; the window is a frame of the page, as jsdom has no other. */
import { fireEvent, waitFor, within } from '@testing-library/dom';
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cell } from '../../app/features/recorder/cell';
import type { RecorderState } from '../../app/features/recorder/machine';
import { MiniRecorder } from '../../app/features/recorder/mini-recorder';
import { hasMiniWindow, miniWindow, openMiniWindow } from '../../app/features/recorder/mini-window';
import type { Recorder } from '../../app/features/recorder/recorder';
import { RecorderContext } from '../../app/features/recorder/recorder-context';
import common from '../../locales/en/common.json';
import errors from '../../locales/en/errors.json';
import meeting from '../../locales/en/meeting.json';
import recorderTexts from '../../locales/en/recorder.json';
import { render } from '../support/component/render';

const run = vi.hoisted(() => vi.fn(() => Promise.resolve(null)));
vi.mock('~/replica/client', () => ({ run }));
vi.mock('~/replica/hooks', () => ({ useAccount: () => null, useQuery: () => undefined }));

const english = createInstance();
const running = { phase: 'recording', meetingId: 'm', recordingId: 'r', title: 'Weekly', silent: [] } as never;
const state = new Cell<RecorderState>(running);
const level = new Cell({ loudness: [0.5], capturedMs: 61_000 });
const [pause, stop] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
const recorder = { state, level, pause, stop } as unknown as Recorder;

beforeEach(async () => {
  vi.clearAllMocks();
  state.set(running);
  await english.init({ lng: 'en', resources: { en: { common, errors, meeting, recorder: recorderTexts } } });
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/app.css"><link rel="icon" href="/icon.svg">';
  document.documentElement.lang = 'ja';
});
afterEach(() => {
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

/** The browser's window: its document, and what was asked of it. */
function offerWindow() {
  const frame = document.createElement('iframe');
  document.body.after(frame);
  const window = frame.contentWindow!;
  const close = vi.spyOn(window, 'close').mockImplementation(() => {
    window.dispatchEvent(new Event('pagehide'));
  });
  const requestWindow = vi.fn(async () => window);
  vi.stubGlobal('documentPictureInPicture', { requestWindow });
  return { document: window.document, close, requestWindow };
}
const show = () =>
  render(
    <I18nextProvider i18n={english}>
      <RecorderContext.Provider value={recorder}>
        <MiniRecorder />
      </RecorderContext.Provider>
    </I18nextProvider>,
  );
const press = (element: HTMLElement) => act(async () => fireEvent.click(element));

test('shows and controls the recording, looks as the page does, and closes with the recording', async () => {
  const mini = offerWindow();
  const { close } = await show();
  await act(async () => {
    expect(await openMiniWindow('Weekly')).toBe(true);
  });
  expect([...mini.document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
    '/assets/app.css',
  ]);
  expect([mini.document.title, mini.document.documentElement.lang]).toEqual(['Weekly', 'ja']);
  document.documentElement.lang = 'ko';
  await waitFor(() => expect(mini.document.documentElement.lang).toBe('ko'));
  const shown = within(mini.document.body);
  expect((await shown.findByRole('timer')).textContent).toBe('1:01');
  await press(shown.getByRole('button', { name: recorderTexts.pause }));
  expect(pause).toHaveBeenCalledOnce();
  await press(shown.getByRole('button', { name: meeting.moments.add }));
  expect(run).toHaveBeenCalledWith('moment.add', {
    id: 'm',
    recordingId: 'r',
    at: 61_000,
    kind: 'bookmark',
    text: '',
  });
  expect(shown.getByRole('status').textContent).toContain('1:01');
  await press(shown.getByRole('button', { name: recorderTexts.stop }));
  expect(stop).toHaveBeenCalledOnce();
  await act(async () => state.set({ ...(running as object), phase: 'ended', reason: 'person' } as RecorderState));
  expect([mini.close.mock.calls.length, miniWindow.get()]).toEqual([1, null]);
  await close();
});

test('a window that the person closes is forgotten, and the browser may have or open none', async () => {
  const mini = offerWindow();
  const { close } = await show();
  await act(async () => void (await openMiniWindow('Weekly')));
  await act(async () => mini.document.defaultView!.close());
  expect(miniWindow.get()).toBeNull();
  mini.requestWindow.mockRejectedValue(new DOMException('no press', 'NotAllowedError'));
  expect(await openMiniWindow('Weekly')).toBe(false);
  vi.unstubAllGlobals();
  expect(hasMiniWindow()).toBe(false);
  await close();
});
