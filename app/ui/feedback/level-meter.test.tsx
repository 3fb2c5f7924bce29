import { act, Profiler } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render, shownPage, type Rendered } from '../../../tests/support/component/render';
import { LevelMeter } from './progress';

let rendered: Rendered | null = null;
afterEach(async () => {
  await rendered?.close();
  rendered = null;
});

/** A level that the test changes. */
function changingLevel() {
  let level = 0;
  const listeners = new Set<() => void>();
  return {
    source: {
      get: () => level,
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    set: (value: number) => {
      level = value;
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

const shown = () => {
  const meter = shownPage().getByRole('meter', { name: 'Input' });
  return { value: meter.getAttribute('aria-valuenow'), lit: meter.querySelectorAll('[data-lit]').length };
};

test('shows each level without a rendering, which would interrupt that of another screen', async () => {
  const { source, set, listeners } = changingLevel();
  let renderings = 0;
  rendered = await render(
    <Profiler id="meter" onRender={() => (renderings += 1)}>
      <LevelMeter label="Input" source={source} bars={10} />
    </Profiler>,
  );
  expect(shown()).toEqual({ value: '0', lit: 0 });
  await act(async () => set(0.6));
  expect(shown()).toEqual({ value: '60', lit: 6 });
  await act(async () => set(1.4));
  expect(shown()).toEqual({ value: '100', lit: 10 });
  expect(renderings).toBe(1);
  await rendered.close();
  rendered = null;
  expect(listeners.size).toBe(0);
});

test('shows no level while it is not active', async () => {
  const { source, set } = changingLevel();
  set(0.6);
  rendered = await render(<LevelMeter label="Input" source={source} bars={10} isActive={false} />);
  expect(shown()).toEqual({ value: '0', lit: 0 });
});
