/**
 * Filters a model's answer while it streams. The result does not depend on how the stream is cut into pieces:
 *
 *   [[3: "words"]]   held back until it is complete; becomes [^n] if the words are in passage 3, otherwise dropped
 *   [[3]]            becomes [^n] with the sentence of passage 3 that shares most words with the sentence before it; if
 *                    none shares enough, dropped
 *   a sentence that states something without a citation ends with [^?]
 *   ![…](…), <tag>, [^1], [x]: definition, links that are neither web nor mail: escaped
 *   https://…        escaped, with and without brackets, unless the address is in a source or in the question: by an
 *                    address of its own making, a manipulated model could send the content of sources to an attacker
 *
 * A model repeats text of its sources, so its answer is as untrusted as they are (decision 088). Code is not changed:
 * it is shown verbatim.
 */
import type { AnswerSource, Citation } from '../../../sync/model/kinds/answers';
import { LIMITS } from '../../../sync/model/limits';
import { bareAddress, linkTarget } from '../../../sync/merge/note-inline';
import { wellFormed } from '../../../sync/model/text';
import { closes, CODE_LINE_MAX, codeSpanAt, fenceAt, HELD_MAX, unindented, type Fence } from './answer-code';
import { markerAt, type Marker } from './citation-marker';
import { CitationNumbers } from './citation-numbers';
import { mayEnd, statesSomething } from './claims';

const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const UNDECIDED_LINE = /^[ \t]*(?:#{1,6}|`{1,2}|~{1,2}|[-*+]|\d{1,9}[.)]?)?$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t\n])/;
const TABLE = /^[ \t]*\|/;
const PREFIX = /^[ \t]*(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t]+|[ \t]+)/;
const PLAIN = /^[^\n \t[\]!<\\`~.?。！？…]+/u;
const STOP = /^[.?!。！？…]+["'”’」』）)*_]*/u;
const WIDE_STOP = /[。！？…]/u;
const TARGETS = ['https://', 'http://', 'mailto:'];
const ADDRESS = /https?:\/\//i;
/** may be the first characters of an address whose rest comes with the next piece */
const HALF_ADDRESS = /h(?:t(?:t(?:p(?:s?(?::\/?)?)?)?)?)?$/i;

/** an address of the web or of mail without characters that have a meaning in Markdown */
const LINKED = /^(?:https?:\/\/[\p{L}\p{N}][^\s<>\\`]*|[^\s<>\\`@?&]+@[^\s<>\\`@?&]+)$/iu;
/** the text after an address, if the address ends there */
const ENDS = /^\/?(?![\p{L}\p{N}/?=&%#_~+-])/u;

/** Whether a text contains the address, and not only as the beginning of a longer one. */
function standsIn(address: string, text: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1))
    if (ENDS.test(text.slice(at + address.length))) return true;
  return false;
}

export type FilterSource = Pick<AnswerSource, 'no' | 'text'> & { url?: string };

export class AnswerFilter {
  private readonly numbers: CitationNumbers;
  private half = '';
  private buffer = '';
  private out = '';
  private length = 0;
  /** the fence of the code block that is open */
  private fence: Fence | null = null;
  private isLineStart = true;
  /** the line has no text yet, or only a prefix */
  private isLineFresh = true;
  /** the line begins with the marker of a list item or quotation */
  private hasPrefix = false;
  /** a heading or a row of a table: it may have citations, but gets no `[^?]` */
  private isUnmarked = false;
  private spaces = '';
  private sentence = '';
  private isCited = false;
  /** the punctuation that may have ended the sentence; '' for none */
  private stop = '';
  private isDropped = false;
  private isMarkerLast = false;
  /** texts whose addresses may be links in the answer */
  private readonly known: readonly string[];

  /** @param asked further texts whose addresses stay links: the question, earlier questions, instructions */
  constructor(
    sources: readonly FilterSource[],
    private readonly maxLength: number = LIMITS.answer.max,
    asked: readonly string[] = [],
  ) {
    this.numbers = new CitationNumbers(sources);
    this.known = [...asked, ...sources.flatMap(({ text, url = '' }) => [text, url])];
  }

  get citations(): readonly Citation[] {
    return this.numbers.citations;
  }

  /** The answer has its maximum length: further text is dropped. */
  get isFull(): boolean {
    return this.length >= this.maxLength;
  }

  /** Takes a piece of the model's text and returns the text that can be shown now. */
  push(piece: string): string {
    const text = this.half + piece;
    // hold back a high surrogate until its low surrogate arrives
    this.half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
    this.buffer += wellFormed(text.slice(0, text.length - this.half.length)).replace(UNSEEN, '');
    return this.run(false);
  }

  /**
   * Returns the rest of the text.
   * @param isCut the stream ended early: the last sentence is incomplete and gets no `[^?]`
   */
  end({ isCut = false } = {}): string {
    return this.run(true, isCut);
  }

  private run(isEnd: boolean, isCut = false): string {
    while (this.buffer !== '' && !this.isFull && this.next(isEnd));
    if (isEnd) {
      if (!isCut || this.stop !== '') this.closeSentence();
      this.buffer = '';
    }
    const text = this.out;
    this.out = '';
    return text;
  }

  /** Consumes one token; false: the token is incomplete and needs more text. */
  private next(isEnd: boolean): boolean {
    if (this.fence !== null) return this.codeLine(isEnd);
    if (this.isLineStart) return this.lineStart(isEnd);
    const { buffer } = this;
    switch (buffer[0]) {
      case '\n':
        return this.lineEnd();
      case ' ':
      case '\t':
        if (!(this.isDropped && this.spaces !== '')) this.spaces += buffer[0];
        this.sentence += ' ';
        return this.consume(1);
      case '[':
        return this.bracket(isEnd);
      case ']':
        return this.bracketEnd(isEnd);
      case '<':
        if (buffer.length < 2 && !isEnd) return false;
        return this.write(/^<[\s\d=]/.test(buffer) ? '<' : '\\<', 1);
      case '\\':
        if (buffer.length < 2 && !isEnd) return false;
        return /^\\[!-/:-@[-`{-~]/.test(buffer) ? this.write(buffer.slice(0, 2), 2) : this.write('\\', 1);
      case '`':
        return this.codeSpan(isEnd);
      case '~':
        return this.tildes(isEnd);
    }
    const plain = PLAIN.exec(buffer)?.[0];
    return plain ? this.plain(plain, isEnd) : this.fullStop(isEnd);
  }

  /** Writes text without special characters, up to an address. */
  private plain(text: string, isEnd: boolean): boolean {
    const at = text.search(ADDRESS);
    if (at === 0) return this.address(isEnd);
    const isOpen = at < 0 && !isEnd && text.length === this.buffer.length;
    const end = at > 0 ? at : isOpen ? text.length - (HALF_ADDRESS.exec(text)?.[0].length ?? 0) : text.length;
    return end > 0 && this.write(text.slice(0, end), end);
  }

  private address(isEnd: boolean): boolean {
    const { buffer } = this;
    const run = /^[^\s<>`]*/.exec(buffer.slice(0, HELD_MAX))![0];
    if (!isEnd && run.length === buffer.length && run.length < HELD_MAX) return false;
    const address = run.length < HELD_MAX ? bareAddress(run) : '';
    // angle brackets keep the following text out of the address
    if (this.isKnown(address)) return this.write(`<${address}>`, address.length);
    const [scheme] = ADDRESS.exec(run)!;
    return this.write(scheme.replace(':', '\\:'), scheme.length);
  }

  private isKnown(address: string): boolean {
    return LINKED.test(address) && this.known.some((text) => standsIn(address, text));
  }

  private consume(length: number): true {
    this.buffer = this.buffer.slice(length);
    return true;
  }

  private append(text: string): void {
    const left = this.maxLength - this.length;
    this.out += text.length <= left ? text : text.slice(0, left).replace(/[\ud800-\udbff]$/, '');
    this.length += Math.min(text.length, left);
  }

  /** Closes the sentence before if it has ended, then writes the spaces that were held back and the text. */
  private write(text: string, consumed: number): true {
    if (this.stop !== '') {
      // a full stop before a lower-case letter does not end a sentence
      if (this.stop === '.' && /^\p{Ll}/u.test(text)) this.stop = '';
      else this.closeSentence();
    }
    if (this.isDropped && /^[.,;?)。、，；：！？）]/u.test(text)) this.spaces = '';
    this.isDropped = false;
    // escape a bracket or colon after a marker: Markdown would read a link or the definition of a footnote
    const joins = this.isMarkerLast && this.spaces === '' && /^[([:]/.test(text);
    this.append(this.spaces + (joins ? `\\${text}` : text));
    this.isMarkerLast = false;
    this.spaces = '';
    this.sentence += text;
    this.isLineFresh = false;
    return this.consume(consumed);
  }

  private mark(marker: string): void {
    this.append(marker);
    this.isMarkerLast = true;
  }

  private closeSentence(): void {
    if (!this.isCited && !this.isUnmarked && statesSomething(this.sentence)) this.mark('[^?]');
    this.sentence = '';
    this.isCited = false;
    this.stop = '';
  }

  private lineEnd(): true {
    this.closeSentence();
    this.append(`${this.spaces}\n`);
    this.spaces = '';
    this.isDropped = false;
    this.isMarkerLast = false;
    this.isLineStart = true;
    this.isLineFresh = true;
    this.hasPrefix = false;
    this.isUnmarked = false;
    return this.consume(1);
  }

  private lineStart(isEnd: boolean): boolean {
    const { buffer } = this;
    if (!isEnd && UNDECIDED_LINE.test(buffer)) return false;
    // a fence inside a list item or quotation is treated as text
    const code = this.hasPrefix ? 'none' : fenceAt(buffer, isEnd);
    if (code === 'open') return false;
    if (code !== 'none') {
      this.fence = code.fence;
      this.append(code.text);
      return this.consume(code.length);
    }
    this.isUnmarked = this.isUnmarked || HEADING.test(buffer) || TABLE.test(buffer);
    const prefix = PREFIX.exec(buffer)?.[0];
    if (prefix === undefined) {
      this.isLineStart = false;
      return true;
    }
    if (prefix === buffer && !isEnd) return false;
    this.append(prefix);
    this.consume(prefix.length);
    // a list item or quotation may contain another one
    this.isLineStart = /\S/.test(prefix);
    this.hasPrefix = true;
    return true;
  }

  private codeLine(isEnd: boolean): boolean {
    const end = this.buffer.indexOf('\n');
    if (end < 0 && !isEnd && this.buffer.length < CODE_LINE_MAX) return false;
    const line = end < 0 ? this.buffer.slice(0, CODE_LINE_MAX) : this.buffer.slice(0, end + 1);
    const fence = this.fence!;
    const isClosing = this.isLineStart && closes(line, fence);
    if (isClosing) this.fence = null;
    this.append(this.isLineStart ? unindented(line, fence, isClosing) : line);
    this.isLineStart = end >= 0;
    return this.consume(line.length);
  }

  /** Escapes three or more tildes, which would begin fenced code. */
  private tildes(isEnd: boolean): boolean {
    const [run] = /^~+/.exec(this.buffer)!;
    if (run.length === this.buffer.length && run.length < HELD_MAX && !isEnd) return false;
    return this.write(run.length < 3 ? run : '\\~'.repeat(run.length), run.length);
  }

  private codeSpan(isEnd: boolean): boolean {
    const code = codeSpanAt(this.buffer, isEnd);
    if (code === 'open') return false;
    if ('span' in code) return this.write(code.span, code.span.length);
    return this.write('\\`'.repeat(code.run.length), code.run.length);
  }

  private fullStop(isEnd: boolean): boolean {
    const { buffer } = this;
    const [run = buffer[0]!] = STOP.exec(buffer) ?? [];
    const [next, second] = [buffer[run.length], buffer[run.length + 1]];
    if (!isEnd && (next === undefined || (next === '[' && second === undefined))) return false;
    const before = this.sentence;
    if (next === '[' && run.endsWith('!')) {
      // Drop the `!` of an image, which then is a link. Before a citation, keep it escaped.
      const signs = /!+$/.exec(run)![0].length;
      const written = run.slice(0, -signs) + (second === '[' || signs > 1 ? '\\!' : '');
      if (written === '') return this.consume(run.length);
      this.write(written, run.length);
    } else this.write(run, run.length);
    if (WIDE_STOP.test(run)) this.stop = '。';
    else if (next === undefined || /[\s[]/.test(next)) {
      const [mark] = /[.?!]/.exec(run) ?? ['.'];
      if (mark !== '.' || mayEnd(before)) this.stop = mark;
    }
    return true;
  }

  private bracket(isEnd: boolean): boolean {
    const { buffer } = this;
    if (buffer.length < 2 && !isEnd) return false;
    if (buffer[1] === '^') return this.write('\\[', 1);
    if (buffer[1] === '[') {
      const marker = markerAt(buffer, isEnd);
      if (marker === 'open') return false;
      if (marker !== 'none') return this.cite(marker);
    }
    if (!this.isLineFresh) return this.write('[', 1);
    // at the start of a line, escape the definition of a link reference
    const line = buffer.slice(0, HELD_MAX);
    const stop = line.indexOf('\n');
    const label = /^\[(?:\\.|[^\]\\])*\]/s.exec(stop < 0 ? line : line.slice(0, stop))?.[0];
    if (!isEnd && stop < 0 && line.length < HELD_MAX && (label ?? line).length >= line.length) return false;
    return this.write(label === undefined || buffer[label.length] === ':' ? '\\[' : '[', 1);
  }

  private bracketEnd(isEnd: boolean): boolean {
    const { buffer } = this;
    if (buffer.length < 2 && !isEnd) return false;
    if (buffer[1] !== '(') return this.write(']', 1);
    const [line] = /^[^\n]*/.exec(buffer.slice(0, HELD_MAX))!;
    const begin = /^\]\(\s{0,3}<?(.{0,8})/.exec(line)![1]!.toLowerCase();
    const isHeld = !isEnd && line.length === buffer.length && line.length < HELD_MAX;
    if (TARGETS.some((each) => begin.startsWith(each))) {
      const target = linkTarget(line.slice(1));
      if (!target && isHeld) return false;
      if (target && this.isKnown(target.href.replace(/^mailto:/i, '')))
        return this.write(`](<${target.href}>)`, 1 + target.length);
    } else if (isHeld && buffer.length < 14 && TARGETS.some((each) => each.startsWith(begin.trimStart()))) return false;
    return this.write('\\](', 2);
  }

  private cite({ length, cited }: Marker): true {
    const markers = this.numbers.markersOf(cited, this.sentence);
    if (markers !== '') {
      this.mark(markers);
      this.spaces = '';
      this.isCited = true;
      this.isLineFresh = false;
    } else {
      this.isDropped = true;
      // a space keeps the characters before and after the dropped marker from forming one token
      if (!this.isLineFresh) this.spaces ||= ' ';
    }
    return this.consume(length);
  }
}

/** Filters a complete answer. */
export function filterCitations(
  text: string,
  sources: readonly FilterSource[],
  asked: readonly string[] = [],
): { text: string; citations: Citation[] } {
  const filter = new AnswerFilter(sources, LIMITS.answer.max, asked);
  return { text: filter.push(text) + filter.end(), citations: [...filter.citations] };
}
