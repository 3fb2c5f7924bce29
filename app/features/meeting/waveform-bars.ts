/** Computes the bars of a waveform from the levels of a recording. */

/** pixels of a bar, and of the gap between two */
export const BAR = 2;
export const GAP = 1;
/** level at and below which a bar counts as silence: the square root of the amplitude of a quiet room */
export const SILENT_LEVEL = 0.09;

/** Number of bars that fit into a width. */
export const barsIn = (width: number): number => Math.max(0, Math.floor((width + GAP) / (BAR + GAP)));

/**
 * The loudest level in the time of each bar, 0 to 1. Time without a level is silent, as the stated length of a file may
 * exceed that of its audio.
 * @param everyMs milliseconds per level
 */
export function barsOf(levels: readonly number[], everyMs: number, totalMs: number, count: number): number[] {
  return Array.from({ length: count }, (_, bar) => {
    const first = Math.floor((bar * totalMs) / count / everyMs);
    const end = Math.max(first + 1, Math.ceil(((bar + 1) * totalMs) / count / everyMs));
    return levels.slice(first, end).reduce((most, level) => Math.max(most, level), 0);
  });
}
