/** Finds the parts of a recording with speech, by the times of its segments. */

/** least milliseconds without speech that count as silence */
const SILENCE_MS = 2000;

export interface Speech {
  start: number;
  end: number;
}

/**
 * Intervals of speech in a recording, in order, with silence between them.
 * @param isFirst whether it is the meeting's first recording, to which an imported transcript belongs
 */
export function speechOf(
  segments: readonly { recordingId: string; start: number; end: number }[],
  recordingId: string,
  isFirst: boolean,
): Speech[] {
  const timed = segments
    .filter((s) => s.start >= 0 && (s.recordingId === recordingId || (isFirst && s.recordingId === '')))
    .sort((a, b) => a.start - b.start);
  const all: Speech[] = [];
  for (const { start, end } of timed) {
    const last = all.at(-1);
    if (last && start - last.end < SILENCE_MS) last.end = Math.max(last.end, end);
    else all.push({ start, end: Math.max(start, end) });
  }
  return all;
}

/** Start of the next interval of speech after a time, -1 for none. */
export const nextSpeech = (speech: readonly Speech[], ms: number): number =>
  speech.find(({ start }) => start > ms)?.start ?? -1;
