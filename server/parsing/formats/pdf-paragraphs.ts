/** Paragraphs from the positioned pieces of a PDF page. */

/** The fields that are read of an item of pdf.js's text content. */
export interface TextItem {
  str: string;
  /** the last two numbers: left and bottom, in points */
  transform: number[];
  width: number;
  height: number;
  hasEOL: boolean;
}

interface Line {
  text: string;
  top: number;
  height: number;
  left: number;
  right: number;
}

/** A gap to the previous line that is larger, in line heights, begins a paragraph. */
const PARAGRAPH_GAP = 1.75;
/** A gap between pieces of a line that is larger, in font heights, is a space. */
const SPACE_GAP = 0.18;
/** A first line is indented by more than this, in font heights. */
const INDENT = 1.2;

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const isWide = (character: string | undefined): boolean => character !== undefined && WIDE.test(character);

export function paragraphsOf(items: readonly TextItem[]): string[] {
  const paragraphs: string[] = [];
  let [current, last] = ['', null as Line | null];
  for (const line of linesOf(items)) {
    if (last && !startsParagraph(last, line)) current = joined(current, line.text);
    else {
      if (current) paragraphs.push(current);
      current = line.text;
    }
    last = line;
  }
  if (current) paragraphs.push(current);
  return paragraphs;
}

function* linesOf(items: readonly TextItem[]): Generator<Line> {
  let line: Line | null = null;
  for (const item of items) {
    const [left, top] = [item.transform[4] ?? 0, item.transform[5] ?? 0];
    const height: number = item.height || line?.height || 10;
    if (line && item.str.trim() && Math.abs(top - line.top) > height / 2) {
      yield* visible(line);
      line = null;
    }
    if (item.str) {
      if (!line) line = { text: item.str, top, height, left, right: left + item.width };
      else {
        const isApart = left - line.right > height * SPACE_GAP && !/\s$/.test(line.text) && !/^\s/.test(item.str);
        line.text += (isApart ? ' ' : '') + item.str;
        line.right = left + item.width;
        line.height = Math.max(line.height, height);
      }
    }
    if (item.hasEOL && line) {
      yield* visible(line);
      line = null;
    }
  }
  if (line) yield* visible(line);
}

function* visible(line: Line): Generator<Line> {
  const text = line.text.replace(/\s+/g, ' ').trim();
  if (text) yield { ...line, text };
}

function startsParagraph(last: Line, line: Line): boolean {
  const height = Math.min(last.height, line.height);
  const gap = last.top - line.top;
  // back to the top: another column
  if (gap < -height) return true;
  return (
    gap > height * PARAGRAPH_GAP ||
    Math.abs(last.height - line.height) > height * 0.2 ||
    line.left - last.left > height * INDENT ||
    /^([•▪◦·‣–-]|\d{1,3}[.)]|（?[一二三四五六七八九十]+[、）])\s?/.test(line.text)
  );
}

/** Lines of one paragraph; East Asian text has no spaces, and a word may be divided at a line's end. */
function joined(text: string, line: string): string {
  if (isWide(text.at(-1)) && isWide(line[0])) return text + line;
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  return `${text} ${line}`;
}
