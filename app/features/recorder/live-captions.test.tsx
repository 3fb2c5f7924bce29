import { waitFor } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, shownPage } from '../../../tests/support/component/render';
import { CaptionsStore } from './captions-store';
import { Cell } from './cell';
import { LiveCaptions } from './live-captions';
import type { RecorderState } from './machine';

afterEach(() => vi.unstubAllGlobals());

function openCaptions() {
  const state = new Cell<RecorderState>({ phase: 'recording', language: 'ja' } as RecorderState);
  const level = new Cell({ loudness: [], capturedMs: 0 });
  const captions = new CaptionsStore({
    recorder: { state, level },
    keep: () => undefined,
    store: async () => undefined,
  });
  captions.watch();
  return captions;
}

test('the browser’s speech service is asked only when captions are turned on', async () => {
  const available = vi.fn(() => Promise.resolve('available'));
  const started = vi.fn();
  class Recognition extends EventTarget {
    static available = available;
    start = started;
    abort = vi.fn();
  }
  vi.stubGlobal('SpeechRecognition', Recognition);
  const captions = openCaptions();
  const { close } = await render(<LiveCaptions captions={captions} language="ja" />);
  const [on, kept] = shownPage().getAllByRole('switch') as HTMLInputElement[];
  expect(available).not.toHaveBeenCalled();
  expect(kept!.disabled).toBe(true);
  await act(async () => on!.click());
  await waitFor(() => expect(started).toHaveBeenCalledOnce());
  expect(available).toHaveBeenCalledWith({ langs: ['ja'], processLocally: true });
  expect(kept!.disabled).toBe(false);
  await act(async () => kept!.click());
  expect(captions.state.get()).toMatchObject({ isOn: true, isKept: true });
  await close();
});
