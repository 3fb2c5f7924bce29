import type { CodePart } from '~/ui/data/highlight-code';

/** Pieces of one line; `type` '' for plain text. */
export type ColoredLine = { text: string; type: string }[];

/** The lines of a source text with their coloured pieces; a part of several lines is split at the line breaks. */
export function coloredLines(code: string, parts: readonly CodePart[]): ColoredLine[] {
  const lines: ColoredLine[] = [[]];
  const write = (text: string, type: string): void => {
    text.split('\n').forEach((piece, i) => {
      if (i > 0) lines.push([]);
      if (piece !== '') lines.at(-1)!.push({ text: piece, type });
    });
  };
  let at = 0;
  for (const { from, to, type } of parts) {
    if (from < at) continue;
    write(code.slice(at, from), '');
    write(code.slice(from, to), type);
    at = to;
  }
  write(code.slice(at), '');
  return lines;
}
