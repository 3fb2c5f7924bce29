import { fireEvent, waitFor } from '@testing-library/dom';
import { act, useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import meeting from '../../../locales/en/meeting.json';
import { renderInEnglish, shownPage } from '../../../tests/support/component/render';
import { PlayerProvider, usePlayer } from './player-context';
import { Scrubber, type ScrubberProps } from './scrubber';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** a loaded audio element at 12 seconds */
const sound = Object.assign(new EventTarget(), { readyState: 4, currentTime: 12, pause: () => undefined });

function Shown(props: Partial<ScrubberProps>) {
  const player = usePlayer();
  useEffect(() => player.attach(sound as unknown as HTMLAudioElement), [player]);
  return <Scrubber durationMs={60_000} toldMs={60_000} gaps={[]} peaks={null} bookmarks={[]} {...props} />;
}
const show = async (props: Partial<ScrubberProps>) => {
  sound.currentTime = 12;
  const rendered = await renderInEnglish(
    <PlayerProvider>
      <Shown {...props} />
    </PlayerProvider>,
    { meeting },
  );
  await act(async () => void sound.dispatchEvent(new Event('timeupdate')));
  return rendered;
};
const slider = () => shownPage().getByRole('slider');

test('the slider announces the time, and arrow keys seek by five seconds', async () => {
  const { close } = await show({});
  expect(slider().getAttribute('aria-valuetext')).toMatch(/0:12.*1:00/);
  expect(document.querySelector('canvas')).toBeNull();
  await act(async () => void fireEvent.keyDown(slider(), { key: 'ArrowRight' }));
  expect(sound.currentTime).toBe(17);
  expect(slider().getAttribute('aria-valuetext')).toMatch(/0:17/);
  await act(async () => void fireEvent.keyDown(slider(), { key: 'ArrowLeft' }));
  expect(sound.currentTime).toBe(12);
  await close();
});

test('a recording with peaks has a waveform with the played part, silence and bookmarks', async () => {
  const drawn: { color: string; height: number; x: number }[] = [];
  const context = {
    fillStyle: '',
    scale: vi.fn(),
    clearRect: () => (drawn.length = 0),
    fillRect: (x: number, _y: number, _width: number, height: number) =>
      void drawn.push({ color: context.fillStyle, height, x }),
  };
  const { prototype } = HTMLCanvasElement;
  vi.spyOn(prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(prototype, 'clientWidth', 'get').mockReturnValue(299);
  vi.spyOn(prototype, 'clientHeight', 'get').mockReturnValue(40);
  vi.stubGlobal('devicePixelRatio', 2);
  const colors = new Map([
    ['--accent', 'blue'],
    ['--line-strong', 'grey'],
    ['--ink-faint', 'silver'],
    ['--warning-ink', 'brown'],
  ]);
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => colors.get(name) ?? '' }));
  // loud in the first half, silent in the second
  const levels = btoa(String.fromCharCode(...Array.from({ length: 600 }, (_, at) => (at < 300 ? 255 : 0))));
  const { close } = await show({ peaks: { everyMs: 100, levels }, bookmarks: [30_000] });
  await waitFor(() => expect(drawn.length).toBeGreaterThan(100));
  const canvas = document.querySelector('canvas')!;
  expect([canvas.width, canvas.height, canvas.getAttribute('aria-hidden')]).toEqual([598, 80, 'true']);
  expect(context.scale).toHaveBeenLastCalledWith(2, 2);
  const bars = (color: string) => drawn.filter((each) => each.color === color);
  expect(bars('blue')).toHaveLength(20);
  expect(bars('blue').every(({ height }) => height === 40)).toBe(true);
  expect(bars('grey')).toHaveLength(30);
  expect(bars('silver')).toHaveLength(50);
  expect(bars('silver').every(({ height }) => height === 2)).toBe(true);
  expect(bars('brown')[0]!.x).toBeCloseTo(149, 0);
  await act(async () => {
    sound.currentTime = 45;
    sound.dispatchEvent(new Event('timeupdate'));
  });
  expect(bars('grey')).toHaveLength(0);
  await close();
});
