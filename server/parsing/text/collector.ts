/** Collects the parts of a text in reading order, within the limits of an extracted text. */
import { wholeCharacters } from '../../../sync/model/whole-characters';
import { clean, cleanLines } from '../../../sync/model/text';
import {
  PARSED_TEXT,
  type OutlineEntry,
  type ParsedText,
  type ParseNotice,
  type TextPart,
  type TextPlace,
} from '../../../sync/model/parsed-text';

type Kind = TextPart['kind'];

const HIGHEST_LEVEL = 9;
const TITLE_UNITS = 300;
/** a lone half of a surrogate pair, which neither UTF-8 nor the database can store */
const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export class TextCollector {
  private readonly parts: TextPart[] = [];
  private readonly outline: OutlineEntry[] = [];
  private readonly notices = new Set<ParseNotice>();
  private units = 0;

  /** true: the limit is reached, and further text is dropped */
  isFull = false;

  /** The id that the next part gets. */
  get nextId(): string {
    return `p${this.parts.length + 1}`;
  }
  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  notice(notice: ParseNotice): void {
    this.notices.add(notice);
  }

  /** A heading, with its entry in the outline. */
  heading(text: string, level: number, place: TextPlace = {}): void {
    const title = clean(text.replace(LONE, ''));
    if (!title) return;
    const at = Math.min(Math.max(1, level), HIGHEST_LEVEL);
    const partId = this.nextId;
    this.add('heading', title, place, at);
    if (!this.isFull) this.entry(title, at, partId);
  }

  /** An entry of the outline that is no part of the text, as a bookmark of a PDF. */
  entry(title: string, level: number, partId: string): void {
    const shown = headOf(wholeCharacters(clean(title.replace(LONE, ''))), TITLE_UNITS);
    if (shown && this.outline.length < PARSED_TEXT.outline)
      this.outline.push({ title: shown, level: Math.min(Math.max(1, level), HIGHEST_LEVEL), partId });
  }

  /** A part; a long one is split, each piece at the line on which it begins. `level` is for headings and list items. */
  add(kind: Kind, text: string, place: TextPlace = {}, level = 0): void {
    if (this.isFull) return;
    // what cannot fit is not even looked at
    const taken = headOf(text, PARSED_TEXT.units);
    if (taken.length < text.length) this.notice('truncated');
    const cleaned = kind === 'code' || kind === 'tableRow' ? keptLines(taken) : cleanLines(taken.replace(LONE, ''));
    let [at, line] = [0, place.line];
    for (const piece of piecesOf(cleaned)) {
      const start = cleaned.indexOf(piece, at);
      if (line !== undefined) line += lineBreaksIn(cleaned.slice(at, start));
      this.push({ id: this.nextId, kind, level, text: piece, place: line === undefined ? place : { ...place, line } });
      if (line !== undefined) line += lineBreaksIn(piece);
      at = start + piece.length;
    }
  }

  /**
   * A part whose place refers to positions in its text, which is neither cleaned nor split; it is at most a part long.
   */
  addExact(kind: Kind, text: string, place: TextPlace): void {
    this.push({ id: this.nextId, kind, level: 0, text, place });
  }

  private push(part: TextPart): void {
    if (this.isFull) return;
    const rest = PARSED_TEXT.units - this.units;
    if (this.parts.length === PARSED_TEXT.parts || part.text.length > rest) {
      this.isFull = true;
      this.notice('truncated');
      return;
    }
    this.units += part.text.length;
    this.parts.push({ ...part, text: wholeCharacters(part.text) });
  }

  /** Texts of the parts, for guesses about the whole. */
  *texts(): Generator<string> {
    for (const { text } of this.parts) yield text;
  }

  finish(about: { title?: string; language?: string; pages?: number } = {}): ParsedText {
    if (this.isEmpty) this.notice('noText');
    return {
      title: headOf(wholeCharacters(clean((about.title ?? '').replace(LONE, ''))), TITLE_UNITS),
      language: about.language ?? '',
      parts: this.parts,
      outline: this.outline,
      pages: about.pages ?? 0,
      notices: [...this.notices],
    };
  }
}

const lineBreaksIn = (text: string): number => text.split('\n').length - 1;

/** Spaces at the starts of lines, and tabs of empty cells, stay. */
const keptLines = (text: string): string => {
  const marked = cleanLines(`x${text.replace(LONE, '')}x`).slice(1, -1);
  return cleanLines(marked) === '' ? '' : marked.replace(/^\n+/, '').trimEnd();
};

/** The first units of a text, without half a character. */
function headOf(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = /[\ud800-\udbff]/.test(text[units - 1]!) ? units - 1 : units;
  return text.slice(0, end);
}

/** A part is cut at the end of a line, sentence or word in its second half; otherwise between characters. */
const CUTS = [/\n(?=[^\n]*$)/, /[.!?。！？](?=[^.!?。！？]*$)/, /\s(?=\S*$)/];

export function* piecesOf(text: string): Generator<string> {
  let rest = text;
  while (rest.length > PARSED_TEXT.partUnits) {
    const head = headOf(rest, PARSED_TEXT.partUnits);
    const half = head.length >> 1;
    const at = CUTS.map((cut) => cut.exec(head.slice(half))?.index).find((index) => index !== undefined);
    const end = at === undefined ? head.length : half + at + 1;
    const piece = rest.slice(0, end).trimEnd();
    if (piece) yield piece;
    // an indent at the start of a line stays
    rest = rest[end - 1] === '\n' ? rest.slice(end) : rest.slice(end).replace(/^[ \u3000]+/, '');
  }
  if (rest.trim()) yield rest;
}
