/**
 * Inline Markdown: emphasis, code, links, mentions and breaks, parsed to runs and rendered back.
 *
 * Emphasis follows CommonMark's delimiter algorithm (CommonMark 0.31, "An algorithm for parsing nested emphasis and
 * links") with one difference: only white space beside a delimiter matters, not punctuation. In Chinese, Japanese and
 * Korean a bold sentence ends in `。**次`, which CommonMark leaves as asterisks.
 */
import { safeHref } from '../model/note-document';
import { MENTION_SCHEME, mentionOfRef, refOf } from '../model/mentions';
import { joinRuns, plain, type Inline, type Marks } from './note-blocks';

interface Delimiter {
  char: '*' | '_' | '~';
  length: number;
  original: number;
  opens: boolean;
  closes: boolean;
}
/** Part of a line before emphasis is resolved: finished runs, or a delimiter that may still become text. */
type Piece = { inline: Inline[] } | { delimiter: Delimiter };

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/u.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const ESCAPABLE = /[!-/:-@[-`{-~]/;
const BARE_URL = /^https?:\/\/[^\s<>"'`*]+/i;

const withMark = (inline: Inline[], marks: Marks): Inline[] =>
  inline.map((run) => (run.type === 'text' ? { ...run, marks: { ...run.marks, ...marks } } : run));

function delimiterAt(text: string, at: number): Delimiter {
  const char = text[at] as Delimiter['char'];
  let end = at;
  while (text[end] === char) end += 1;
  const before = text[at - 1];
  const after = text[end];
  const length = end - at;
  const opens = !isSpace(after) && (char !== '_' || !isWord(before)) && (char !== '~' || length === 2);
  const closes = !isSpace(before) && (char !== '_' || !isWord(after)) && (char !== '~' || length === 2);
  return { char, length, original: length, opens, closes };
}

/** The code span at `at`: its text and the index after it; null if it is not closed. */
function codeSpan(text: string, at: number): { text: string; end: number } | null {
  const ticks = /^`+/.exec(text.slice(at))![0];
  for (let from = at + ticks.length; ;) {
    const close = text.indexOf(ticks, from);
    if (close < 0) return null;
    let end = close;
    while (text[end] === '`') end += 1;
    if (end - close === ticks.length) {
      const inner = text.slice(at + ticks.length, close).replace(/\n/g, ' ');
      return { text: /^ .*[^ ].* $/.test(inner) || /^ `.*` $/.test(inner) ? inner.slice(1, -1) : inner, end };
    }
    from = end;
  }
}

/** Most open brackets within the text of a link. Without a limit, a run of brackets takes quadratic time. */
const BRACKETS_MAX = 32;

/** Parses `[text](address "title")` at `at`; null if there is none. Brackets within the text must be balanced. */
function linkAt(text: string, at: number): { text: string; href: string; end: number } | null {
  let depth = 0;
  let close = -1;
  for (let i = at; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '`') i = (codeSpan(text, i)?.end ?? i + /^`+/.exec(text.slice(i))![0].length) - 1;
    else if (text[i] === '[') {
      if ((depth += 1) > BRACKETS_MAX) return null;
    } else if (text[i] === ']' && (depth -= 1) === 0) {
      close = i;
      break;
    }
  }
  if (close < 0 || text[close + 1] !== '(') return null;
  const target = linkTarget(text.slice(close + 1));
  return target && { text: text.slice(at + 1, close), href: target.href, end: close + 1 + target.length };
}

/** `(address "title")` at the start of a text; null if there is none. */
export function linkTarget(text: string): { href: string; length: number } | null {
  const target = /^\(\s*(?:<([^<>\n]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(text);
  if (!target) return null;
  return {
    href: (target[1] ?? target[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'),
    length: target[0].length,
  };
}

/** Removes trailing punctuation that belongs to the sentence, not to the address. */
const trimUrl = (url: string): string => {
  const address = url.replace(/[\u3000-\u303f\uff00-\uffef].*$/u, '');
  let end = address.length;
  while ('.,;:!?'.includes(address[end - 1] ?? ' ')) end -= 1;
  let unopened = 0;
  for (const character of address.slice(0, end)) unopened += character === ')' ? 1 : character === '(' ? -1 : 0;
  for (; unopened > 0 && address[end - 1] === ')'; unopened -= 1) end -= 1;
  return address.slice(0, end);
};

/** The address of the web at the start of a text, as it is made a link without brackets; '' if there is none. */
export const bareAddress = (text: string): string => trimUrl(BARE_URL.exec(text.slice(0, 4000))?.[0] ?? '');

function pieces(text: string, depth: number): Piece[] {
  const out: Piece[] = [];
  let buffer = '';
  const flush = (): void => {
    if (buffer) out.push({ inline: [{ type: 'text', text: buffer, marks: {} }] });
    buffer = '';
  };
  const add = (inline: Inline[]): void => {
    flush();
    out.push({ inline });
  };
  for (let i = 0; i < text.length;) {
    const char = text[i]!;
    if (char === '\\' && text[i + 1] === '\n') {
      add([{ type: 'break' }]);
      i += 2;
      continue;
    }
    if (char === '\\' && text[i + 1] !== undefined && ESCAPABLE.test(text[i + 1]!)) {
      buffer += text[i + 1];
      i += 2;
      continue;
    }
    if (char === '\n') {
      add([{ type: 'break' }]);
      i += 1;
      continue;
    }
    if (char === '`') {
      const span = codeSpan(text, i);
      if (span) {
        add([{ type: 'text', text: span.text, marks: { code: true } }]);
        i = span.end;
        continue;
      }
      const ticks = /^`+/.exec(text.slice(i))![0];
      buffer += ticks;
      i += ticks.length;
      continue;
    }
    if (char === '*' || char === '_' || char === '~') {
      const delimiter = delimiterAt(text, i);
      flush();
      out.push({ delimiter });
      i += delimiter.length;
      continue;
    }
    if (char === '[' || (char === '!' && text[i + 1] === '[')) {
      const link = depth < 8 ? linkAt(text, char === '!' ? i + 1 : i) : null;
      if (link) {
        const inner = parseInline(link.text, depth + 1);
        const href = safeHref(link.href);
        const mention = link.href.startsWith(MENTION_SCHEME)
          ? mentionOfRef(link.href.slice(MENTION_SCHEME.length), plain(inner))
          : null;
        add(mention ? [{ type: 'mention', ...mention }] : href ? withMark(inner, { link: href }) : inner);
        i = link.end;
        continue;
      }
    }
    const angle =
      char === '<'
        ? /^<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/i.exec(text.slice(i, i + 4000))
        : null;
    const bare =
      !angle && (char === 'h' || char === 'H') && !isWord(text[i - 1]) ? bareAddress(text.slice(i, i + 4000)) : '';
    const shown = angle ? angle[1]! : bare;
    const href = shown ? safeHref(angle && !/^(https?|mailto):/i.test(shown) ? `mailto:${shown}` : shown) : null;
    if (href) {
      add([{ type: 'text', text: shown, marks: { link: href } }]);
      i += angle ? angle[0].length : shown.length;
      continue;
    }
    buffer += char;
    i += 1;
  }
  flush();
  return out;
}

function markOf(delimiter: Delimiter, used: 1 | 2): Marks {
  return delimiter.char === '~' ? { strike: true } : used === 2 ? { bold: true } : { italic: true };
}

/** Whether two delimiters match. CommonMark's "rule of three" prevents `*a**b*` from matching across. */
function pairs(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char || !opener.opens || opener.length === 0) return false;
  if (closer.char === '~') return true;
  if ((opener.closes || closer.opens) && (opener.original + closer.original) % 3 === 0)
    return opener.original % 3 === 0 && closer.original % 3 === 0;
  return true;
}

/** Runs of inline Markdown. A line feed is a break. */
export function parseInline(text: string, depth = 0): Inline[] {
  const done: Piece[] = [];
  /**
   * by kind of closer: index below which no matching opener is left ("openers_bottom" of CommonMark); keeps matching
   * linear
   */
  const bottoms = new Map<string, number>();
  for (const piece of pieces(text, depth)) {
    if ('delimiter' in piece && piece.delimiter.closes) {
      const closer = piece.delimiter;
      const kind = `${closer.char}${closer.opens}${closer.original % 3}`;
      for (let o = done.length - 1; o >= (bottoms.get(kind) ?? 0) && closer.length > 0;) {
        const candidate = done[o]!;
        if (!('delimiter' in candidate) || !pairs(candidate.delimiter, closer)) {
          o -= 1;
          continue;
        }
        const opener = candidate.delimiter;
        const used = closer.char === '~' || (opener.length >= 2 && closer.length >= 2) ? 2 : 1;
        done.push({ inline: joinRuns(withMark(runsOf(done.splice(o + 1)), markOf(closer, used))) });
        for (const [each, bottom] of bottoms) bottoms.set(each, Math.min(bottom, o + 1));
        // The remaining characters of the opener may match another closer.
        opener.length -= used;
        closer.length -= used;
      }
      if (closer.length > 0) bottoms.set(kind, done.length);
    }
    done.push(piece);
  }
  return joinRuns(runsOf(done));
}

const runsOf = (row: Piece[]): Inline[] =>
  row.flatMap((p): Inline[] => ('inline' in p ? p.inline : literal(p.delimiter)));
const literal = (d: Delimiter): Inline[] =>
  d.length > 0 ? [{ type: 'text', text: d.char.repeat(d.length), marks: {} }] : [];

const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]~<]/g, '\\$&')
    .replace(/\b(https?):(?=\/\/)/gi, '$1\\:')
    .replace(/_/g, (_all, at: number) => (isWord(text[at - 1]) && isWord(text[at + 1]) ? '_' : '\\_'));

const codeText = (text: string): string => {
  const longest = longestMatch(text, /`+/g);
  const ticks = '`'.repeat(longest + 1);
  const pad =
    text.startsWith('`') || text.endsWith('`') || (text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '')
      ? ' '
      : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
};

/** Length of the longest match of a global pattern; 0 for none. */
export function longestMatch(text: string, pattern: RegExp): number {
  let longest = 0;
  for (const [match] of text.matchAll(pattern)) longest = Math.max(longest, match.length);
  return longest;
}

/** An unescaped `!` before a link would make it an image. */
const unlessImage = (before: string): string => (before.endsWith('!') ? `${before.slice(0, -1)}\\!` : before);

type MarkName = keyof Marks;
const ORDER: MarkName[] = ['link', 'bold', 'italic', 'strike'];
const FENCES: Record<'bold' | 'italic' | 'strike', string> = { bold: '**', italic: '*', strike: '~~' };

/**
 * Runs as Markdown, with marks nested in a fixed order. White space at the edge of an emphasis moves outside, as
 * CommonMark does not accept it inside.
 */
export const renderInline = (inline: Inline[]): string => renderMarks(joinRuns(inline), ORDER);

function renderMarks(inline: Inline[], order: MarkName[]): string {
  const [mark, ...inner] = order;
  const out: string[] = [];
  const put = (text: string): void => {
    if (text) out.push(text);
  };
  if (!mark) {
    for (const run of inline) {
      if (run.type === 'break') put('\\\n');
      else if (run.type === 'text') put(run.marks.code ? codeText(run.text) : escapeText(run.text));
      else {
        if (out.length > 0) out.push(unlessImage(out.pop()!));
        put(`[${escapeText(run.label)}](${MENTION_SCHEME}${refOf(run)})`);
      }
    }
    return out.join('');
  }
  for (let i = 0; i < inline.length;) {
    const value = (run: Inline | undefined): unknown => (run?.type === 'text' ? run.marks[mark] : undefined);
    const here = value(inline[i]);
    let end = i + 1;
    while (end < inline.length && value(inline[end]) === here) end += 1;
    const body = renderMarks(inline.slice(i, end), inner);
    i = end;
    if (here === undefined) {
      put(body);
      continue;
    }
    if (mark === 'link') {
      const href = safeHref(here);
      if (href && out.length > 0) out.push(unlessImage(out.pop()!));
      put(href ? `[${body}](${href.replace(/[()\\]/g, '\\$&')})` : body);
      continue;
    }
    const core = body.trim();
    const lead = body.slice(0, body.length - body.trimStart().length);
    const tail = body.slice(body.trimEnd().length);
    put(core ? `${lead}${FENCES[mark as 'bold']}${core}${FENCES[mark as 'bold']}${tail}` : body);
  }
  return out.join('');
}
