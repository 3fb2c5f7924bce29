import { waitFor } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, shownPage } from '../../../tests/support/component/render';
import { LiveCaptions } from './live-captions';

afterEach(() => vi.unstubAllGlobals());

test('the browser’s speech service is asked only when captions are turned on', async () => {
  const available = vi.fn(() => Promise.resolve('available'));
  const started = vi.fn();
  class Recognition extends EventTarget {
    static available = available;
    start = started;
    abort = vi.fn();
  }
  vi.stubGlobal('SpeechRecognition', Recognition);
  const { close } = await render(<LiveCaptions language="ja" isActive />);
  const captions = shownPage().getByRole('switch');
  expect(available).not.toHaveBeenCalled();
  await act(async () => captions.click());
  await waitFor(() => expect(started).toHaveBeenCalledOnce());
  expect(available).toHaveBeenCalledWith({ langs: ['ja'], processLocally: true });
  await close();
});
