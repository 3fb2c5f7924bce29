/**
 * The waveform of a recording on a canvas: the played part, silence as dots, and bookmarks as lines. It is hidden from
 * assistive technology, as the slider around it has the same information.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from '~/features/shell/theme';
import { levelsOf, type Peaks } from '../../../sync/model/peaks';
import { BAR, barsIn, barsOf, GAP, SILENT_LEVEL } from './waveform-bars';

/** pixels of a silent bar, and least height of others */
const DOT = 2;
const LEAST = 3;

interface Colors {
  played: string;
  unplayed: string;
  silence: string;
  bookmark: string;
}

/** The colours of the theme; the system's colours in forced-colors mode. */
function colorsOf(element: HTMLElement): Colors {
  if (matchMedia('(forced-colors: active)').matches)
    return { played: 'Highlight', unplayed: 'CanvasText', silence: 'GrayText', bookmark: 'LinkText' };
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name);
  return {
    played: token('--accent'),
    unplayed: token('--line-strong'),
    silence: token('--ink-faint'),
    bookmark: token('--warning-ink'),
  };
}

interface Drawing {
  width: number;
  height: number;
  bars: readonly number[];
  /** played share, 0 to 1 */
  played: number;
  bookmarks: readonly number[];
  colors: Colors;
}

function draw(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { width, height, bars, played, bookmarks, colors } = drawing;
  context.clearRect(0, 0, width, height);
  bars.forEach((level, at) => {
    const isSilent = level <= SILENT_LEVEL;
    const tall = isSilent ? DOT : Math.max(LEAST, level * height);
    context.fillStyle = (at + 0.5) / bars.length < played ? colors.played : isSilent ? colors.silence : colors.unplayed;
    context.fillRect(at * (BAR + GAP), (height - tall) / 2, BAR, tall);
  });
  context.fillStyle = colors.bookmark;
  for (const bookmark of bookmarks) {
    const x = Math.min(width - 1, Math.max(1, bookmark * width));
    context.fillRect(x - 0.5, 0, 1, height);
    context.fillRect(x - 2.5, 0, 5, 4);
  }
}

export interface WaveformProps {
  peaks: Peaks;
  totalMs: number;
  atMs: number;
  /** milliseconds */
  bookmarks: readonly number[];
}

export default function Waveform({ peaks, totalMs, atMs, bookmarks }: WaveformProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const { resolved } = useTheme();
  useLayoutEffect(() => {
    const element = canvas.current!;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const levels = useMemo(() => levelsOf(peaks), [peaks]);
  const bars = useMemo(
    () => barsOf(levels, peaks.everyMs, totalMs, barsIn(width)),
    [levels, peaks.everyMs, totalMs, width],
  );
  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext('2d');
    if (!context || width === 0) return;
    const ratio = devicePixelRatio || 1;
    // setting the size also clears and resets the canvas
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    draw(context, {
      width,
      height,
      bars,
      played: atMs / totalMs,
      bookmarks: bookmarks.map((at) => at / totalMs),
      colors: colorsOf(element),
    });
    // `resolved` is a dependency, since the colours of the theme are read from the element
  }, [bars, bookmarks, atMs, totalMs, width, height, resolved]);
  return <canvas ref={canvas} aria-hidden className="block h-full w-full" />;
}
