/** Plain text and source code, with the line of each part. */
import { cannotParse } from '../failure';
import { decodeText } from '../../../sync/text/decode-text';
import type { Format } from './format';

/** lines of code in one part, unless a blank line ends it before */
const CODE_LINES = 40;

/** @throws FILE_DAMAGED where the bytes are no text */
export function decoded(bytes: Uint8Array, hint?: string): string {
  const found = decodeText(bytes, hint);
  if (!found) throw cannotParse('FILE_DAMAGED');
  return found.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

/** Paragraphs: lines up to a blank one. */
export const parseText: Format = async ({ bytes }, { text }) => {
  for (const { from, lines } of blocksOf(decoded(bytes))) {
    if (text.isFull) break;
    text.add('text', lines.join('\n'), { line: from });
  }
  return {};
};

/** Code: up to forty lines, cut at a blank one. */
export const parseCode: Format = async ({ bytes }, { text }) => {
  for (const { from, lines } of blocksOf(decoded(bytes)))
    for (let at = 0; at < lines.length && !text.isFull; at += CODE_LINES)
      text.add('code', lines.slice(at, at + CODE_LINES).join('\n'), { line: from + at });
  return {};
};

export interface Block {
  /** number of its first line, from 1 */
  from: number;
  lines: string[];
}

/** Lines between blank ones. */
export function* blocksOf(source: string): Generator<Block> {
  let block: Block | null = null;
  let number = 0;
  for (const line of linesOf(source)) {
    number += 1;
    if (line.trim() === '') {
      if (block) yield block;
      block = null;
    } else (block ??= { from: number, lines: [] }).lines.push(line);
  }
  if (block) yield block;
}

/** One after another: a text of millions of lines is cut long before its end. */
export function* linesOf(source: string): Generator<string> {
  let at = 0;
  for (;;) {
    const end = source.indexOf('\n', at);
    if (end < 0) break;
    yield source.slice(at, end);
    at = end + 1;
  }
  yield source.slice(at);
}
