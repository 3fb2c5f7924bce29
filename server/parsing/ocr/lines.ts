/** Lines and paragraphs of recognised text, with the place of each word in the text and in the picture. */
import type { Block } from 'tesseract.js';
import { PARSED_TEXT, type TextPlace } from '../../../sync/model/parsed-text';
import { clean } from '../../../sync/model/text';
import type { TextCollector } from '../text/collector';

/** pixels */
interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
interface ReadWord {
  text: string;
  box: Box;
}
export interface ReadLine {
  words: ReadWord[];
  box: Box;
  /** the first of a paragraph */
  isFirst: boolean;
  /** per cent */
  confidence: number;
}

/** Confidence below which a line is a pattern, not text. */
export const LEAST_CONFIDENCE = 45;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const isWide = (character: string | undefined): boolean => character !== undefined && WIDE.test(character);
/** East Asian characters stand side by side, and their punctuation may be read as Western. */
const isJoined = (text: string, word: string): boolean =>
  isWide(text.at(-1)) && (isWide(word[0]) || /^[.,:;!?]/.test(word));

export function linesOf(blocks: readonly Block[]): ReadLine[] {
  return blocks
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) =>
      lines.map(({ words, bbox, confidence }, index) => ({
        isFirst: index === 0,
        confidence,
        box: bbox,
        words: words.map(({ text, bbox: box }) => ({ text: clean(text), box })).filter(({ text }) => text !== ''),
      })),
    )
    .filter(({ words }) => words.length > 0);
}

const HANGUL = /[\uac00-\ud7a3]/;
const isHangul = (text: string, word: string): boolean => HANGUL.test(text.at(-1)!) && HANGUL.test(word[0]!);
/** Korean has spaces, but its syllables are often read as words: a space is wider than the gap of syllables. */
const SPACE_WIDTH = 0.2;
const isTight = (before: Box | null, box: Box): boolean =>
  before !== null &&
  box.x0 >= before.x0 &&
  box.x0 - before.x1 < Math.max(box.y1 - box.y0, before.y1 - before.y0) * SPACE_WIDTH;

/** A part for each paragraph; one that is too long is divided between lines. */
export function addRead(
  text: TextCollector,
  lines: readonly ReadLine[],
  place: TextPlace,
  size: { width: number; height: number },
): void {
  let paragraph: ReadLine[] = [];
  let units = 0;
  const flush = (): void => {
    if (paragraph.length > 0) addParagraph(text, paragraph, place, size);
    [paragraph, units] = [[], 0];
  };
  for (const line of lines) {
    if (line.isFirst) flush();
    if (line.confidence < LEAST_CONFIDENCE) continue;
    const length = line.words.reduce((sum, word) => sum + word.text.length + 1, 0);
    if (units + length > PARSED_TEXT.partUnits) flush();
    paragraph.push(line);
    units += length;
  }
  flush();
}

function addParagraph(
  text: TextCollector,
  lines: readonly ReadLine[],
  place: TextPlace,
  size: { width: number; height: number },
): void {
  let content = '';
  const words: NonNullable<TextPlace['words']> = [];
  let before: Box | null = null;
  for (const { text: word, box } of lines.flatMap((line) => line.words)) {
    const isApart = content !== '' && !isJoined(content, word) && !(isHangul(content, word) && isTight(before, box));
    before = box;
    if (isApart) content += ' ';
    if (content.length + word.length > PARSED_TEXT.partUnits) break;
    words.push([content.length, content.length + word.length, ...sharesOf(box, size)]);
    content += word;
  }
  const whole = {
    x0: Math.min(...lines.map(({ box }) => box.x0)),
    y0: Math.min(...lines.map(({ box }) => box.y0)),
    x1: Math.max(...lines.map(({ box }) => box.x1)),
    y1: Math.max(...lines.map(({ box }) => box.y1)),
  };
  text.addExact('text', content, { ...place, box: sharesOf(whole, size), words });
}

/** Left, top, width and height, per mille. */
function sharesOf(box: Box, { width, height }: { width: number; height: number }): [number, number, number, number] {
  const of = (value: number, whole: number): number => Math.max(0, Math.min(1000, Math.round((value / whole) * 1000)));
  return [of(box.x0, width), of(box.y0, height), of(box.x1 - box.x0, width), of(box.y1 - box.y0, height)];
}
