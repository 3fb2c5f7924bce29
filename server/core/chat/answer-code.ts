/** Code in a model's text: where it begins and ends, in a stream whose next piece may change that. */

/** UTF-16 units of a code span's or link label's line, and of a line of code, that are held back */
export const HELD_MAX = 1000;
export const CODE_LINE_MAX = 4096;

const FENCE = /^([ \t]*)(`{3,}|~{3,})/;

/** Code is written without the indentation of its list item: readers then agree on where it ends. */
export interface Fence {
  mark: string;
  indent: number;
}

/**
 * `open`: the end of its line has not arrived. `none`: no code begins here. `text`: its first line as it is written.
 */
export function fenceAt(
  buffer: string,
  isEnd: boolean,
): { fence: Fence; text: string; length: number } | 'open' | 'none' {
  const found = FENCE.exec(buffer);
  if (!found) return 'none';
  const end = buffer.indexOf('\n');
  if (end < 0 && !isEnd && buffer.length < HELD_MAX) return 'open';
  const [opening, indent, mark] = found as unknown as [string, string, string];
  const info = buffer.slice(opening.length, end);
  // a fence of backticks has none behind it, and to the reader of notes one of tildes has none either
  if (end < 0 || end >= HELD_MAX || info.includes('`')) return 'none';
  return { fence: { mark, indent: indent.length }, text: `${mark}${info}\n`, length: end + 1 };
}

/** Whether a line ends the code of a fence. */
export function closes(line: string, { mark }: Fence): boolean {
  const closing = FENCE.exec(line);
  return (
    closing !== null &&
    closing[2]![0] === mark[0] &&
    closing[2]!.length >= mark.length &&
    line.slice(closing[0].length).trim() === ''
  );
}

/** A line of code without the indentation of its fence; the closing one without any. */
export function unindented(line: string, { indent }: Fence, isClosing: boolean): string {
  const shift = /^[ \t]*/.exec(line)![0].length;
  return line.slice(isClosing ? shift : Math.min(shift, indent));
}

/** The code span at the beginning; `run`: its backticks are no code. `open`: its end has not arrived. */
export function codeSpanAt(buffer: string, isEnd: boolean): { span: string } | { run: string } | 'open' {
  const [run] = /^`+/.exec(buffer)!;
  if (run.length === buffer.length && !isEnd) return 'open';
  const end = buffer.indexOf('\n');
  const line = buffer.slice(0, end < 0 ? HELD_MAX : Math.min(end, HELD_MAX));
  const closing = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
  closing.lastIndex = run.length;
  const found = closing.exec(line);
  // the run at the end of what has arrived may grow
  const isKnown = found !== null && (found.index + run.length < buffer.length || isEnd);
  if (isKnown) {
    const span = line.slice(0, found.index + run.length);
    // the cells of a table end before code does
    if (!span.includes('|') || !/!\[|\]\(|<|:\/\//.test(span)) return { span };
  } else if (end < 0 && buffer.length < HELD_MAX && !isEnd) return 'open';
  return { run };
}
