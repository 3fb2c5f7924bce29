/** Finds code spans and fenced code in a model's text while it streams. */

/**
 * UTF-16 units that the filter holds back at most while it waits for the end of a token (code span, link label,
 * address), and of a line of fenced code
 */
export const HELD_MAX = 1000;
export const CODE_LINE_MAX = 4096;

const FENCE = /^([ \t]*)(`{3,}|~{3,})/;

/** An open code fence. Its code is written without indentation, so that all Markdown parsers find the same end. */
export interface Fence {
  mark: string;
  indent: number;
}

/**
 * Reads the opening line of fenced code. `open`: the end of the line has not arrived. `none`: no fence. `text`: the
 * line to write.
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
  // CommonMark allows no backtick in the info string of a backtick fence; the parser of notes allows none for ~~~
  // either
  if (end < 0 || end >= HELD_MAX || info.includes('`')) return 'none';
  return { fence: { mark, indent: indent.length }, text: `${mark}${info}\n`, length: end + 1 };
}

/** Whether a line is the closing fence. */
export function closes(line: string, { mark }: Fence): boolean {
  const closing = FENCE.exec(line);
  return (
    closing !== null &&
    closing[2]![0] === mark[0] &&
    closing[2]!.length >= mark.length &&
    line.slice(closing[0].length).trim() === ''
  );
}

/** A line of code without the indentation of its fence; the closing line without any indentation. */
export function unindented(line: string, { indent }: Fence, isClosing: boolean): string {
  const shift = /^[ \t]*/.exec(line)![0].length;
  return line.slice(isClosing ? shift : Math.min(shift, indent));
}

/**
 * Reads a code span at the start of the buffer. `run`: backticks that begin no code span. `open`: the end of the span
 * has not arrived.
 */
export function codeSpanAt(buffer: string, isEnd: boolean): { span: string } | { run: string } | 'open' {
  const [run] = /^`+/.exec(buffer)!;
  if (run.length === buffer.length && !isEnd) return 'open';
  const end = buffer.indexOf('\n');
  const line = buffer.slice(0, end < 0 ? HELD_MAX : Math.min(end, HELD_MAX));
  const closing = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
  closing.lastIndex = run.length;
  const found = closing.exec(line);
  // a run of backticks at the end of the buffer may get longer with the next piece
  const isKnown = found !== null && (found.index + run.length < buffer.length || isEnd);
  if (isKnown) {
    const span = line.slice(0, found.index + run.length);
    // In a table, `|` ends the cell even inside a code span: what looks like a link or a tag there would become one.
    if (!span.includes('|') || !/!\[|\]\(|<|:\/\//.test(span)) return { span };
  } else if (end < 0 && buffer.length < HELD_MAX && !isEnd) return 'open';
  return { run };
}
