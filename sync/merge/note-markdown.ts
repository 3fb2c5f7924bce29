/**
 * Markdown to blocks and back. Reads CommonMark with GitHub's task lists and strikethrough, preserves unknown syntax as
 * text, and writes its own output back unchanged.
 */
import {
  isListKind,
  MAX_INDENT,
  readAlt,
  readLanguage,
  type BlockKind,
  type HeadingLevel,
} from '../model/note-document';
import {
  isFlow,
  isQuoted,
  orderedNumbers,
  plain,
  textBlock,
  writtenIndents,
  type Inline,
  type NoteBlock,
  type TextBlock,
} from './note-blocks';
import { longestMatch, parseInline, renderInline } from './note-inline';

const CJK_EDGE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]/;
const columns = (space: string): number => [...space].reduce((n, c) => (c === '\t' ? n + 4 - (n % 4) : n + 1), 0);

/** Removes these characters at the end of a line. A regular expression would take quadratic time for inner runs. */
function withoutAtEnd(line: string, characters: string): string {
  let end = line.length;
  while (end > 0 && characters.includes(line[end - 1]!)) end -= 1;
  return line.slice(0, end);
}

/** The text of a heading after its opening marks, without closing marks. */
function headingTitle(rest: string): string {
  const text = withoutAtEnd(rest, ' \t');
  const open = withoutAtEnd(text, '#');
  return (open === '' || /[ \t]$/.test(open.slice(-1)) ? open : text).replace(/^[ \t]+/, '').trimEnd();
}

/**
 * Joins the lines of a paragraph: a soft line break becomes a space (nothing between Chinese or Japanese), a hard one a
 * line feed.
 */
function joinLines(lines: string[]): string {
  let out = '';
  lines.forEach((line, i) => {
    const isEscaped = /(^|[^\\])(\\\\)*\\$/.test(line);
    const hard = line.endsWith('  ') || isEscaped;
    const text = isEscaped ? line.trimStart().slice(0, -1) : withoutAtEnd(line.trimStart(), ' ');
    out += text;
    if (i === lines.length - 1) return;
    const next = lines[i + 1]!.trimStart()[0] ?? '';
    out += hard ? '\n' : CJK_EDGE.test(text.at(-1) ?? '') && CJK_EDGE.test(next) ? '' : ' ';
  });
  return out.trimEnd();
}

interface OpenItem {
  column: number;
}
interface Reader {
  blocks: NoteBlock[];
  items: OpenItem[];
  paragraph: { lines: string[]; make: (inline: Inline[]) => TextBlock } | null;
}

function endParagraph(reader: Reader): void {
  if (!reader.paragraph) return;
  reader.blocks.push(reader.paragraph.make(parseInline(joinLines(reader.paragraph.lines))));
  reader.paragraph = null;
}

const LIST = /^([-*+]|\d{1,9}[.)])(?:[ \t]+|$)(?:\[([ xX])\](?:[ \t]+|$))?/;

/** A line that is an image and nothing else. Images of other addresses are links: they are never loaded. */
const IMAGE = /^!\[((?:\\.|[^\\[\]])*)\]\(image:([A-Za-z0-9_-]{1,64})\)[ \t]*$/;

/** Parses one line outside a code block; `quote` is true if it began with `>`. */
function readLine(reader: Reader, raw: string, quote: boolean): void {
  const space = /^[ \t]*/.exec(raw)![0];
  const column = columns(space);
  const text = raw.slice(space.length);
  if (text === '') {
    endParagraph(reader);
    return;
  }
  const closeItems = (): void => {
    while (reader.items.length > 0 && column < reader.items.at(-1)!.column + 2) reader.items.pop();
  };
  if (/^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(text)) {
    endParagraph(reader);
    reader.items = [];
    reader.blocks.push({ type: 'divider' });
    return;
  }
  const heading = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0];
  if (heading !== undefined) {
    endParagraph(reader);
    reader.items = [];
    reader.blocks.push(
      textBlock('heading', parseInline(headingTitle(text.slice(heading.length))), {
        level: Math.min(3, heading.length) as HeadingLevel,
        quote,
      }),
    );
    return;
  }
  const image = IMAGE.exec(text);
  if (image) {
    endParagraph(reader);
    reader.items = [];
    const alt = readAlt(image[1]!.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    reader.blocks.push({ type: 'image', imageId: image[2]!, alt, width: 0, height: 0 });
    return;
  }
  const item = LIST.exec(text);
  if (item) {
    endParagraph(reader);
    closeItems();
    const indent = Math.min(MAX_INDENT, reader.items.length);
    const kind: BlockKind = item[2] !== undefined ? 'task' : /\d/.test(item[1]!) ? 'ordered' : 'bullet';
    const checked = item[2] !== undefined && item[2] !== ' ';
    reader.items.push({ column });
    reader.paragraph = {
      lines: [text.slice(item[0].length)],
      make: (inline) => textBlock(kind, inline, { indent, checked, quote }),
    };
    return;
  }
  if (reader.paragraph) {
    reader.paragraph.lines.push(raw);
    return;
  }
  closeItems();
  const indent = Math.min(MAX_INDENT, reader.items.length);
  reader.paragraph = { lines: [raw], make: (inline) => textBlock('paragraph', inline, { indent, quote }) };
}

const QUOTED = /^ {0,3}((?:>[ \t]?)+)/;
const unquote = (line: string): string => line.replace(QUOTED, '');

/** Most columns of a table that is read from Markdown; a wider one is read as text. */
const COLUMNS_MAX = 200;
/** The cells of a line of a table. A pipe after a backslash is part of its cell. */
function cellsOf(line: string): string[] {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.replace(/\\\|/g, '|').trim());
}
const isTableAt = (line: string, next: string): boolean => {
  if (!line.includes('|') || !next.includes('|')) return false;
  const columns = cellsOf(line).length;
  const delimiters = cellsOf(next);
  return columns <= COLUMNS_MAX && columns === delimiters.length && delimiters.every((cell) => /^:?-+:?$/.test(cell));
};
/** `<br>` outside code is a break. */
const cellInline = (cell: string): Inline[] =>
  parseInline(
    cell.replace(/(?<!`)(`+)[^`]+\1(?!`)|(?<!\\)<br *\/?>/gi, (all, ticks?: string) => (ticks ? all : '\\\n')),
  );

/** Blocks of a Markdown text. Never fails: unknown syntax becomes a paragraph. */
export function parseMarkdown(markdown: string): NoteBlock[] {
  const reader: Reader = { blocks: [], items: [], paragraph: null };
  const lines = markdown
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\u0000/g, '\ufffd')
    .split('\n');
  let quoted = false;
  for (let i = 0; i < lines.length; i += 1) {
    const mark = QUOTED.exec(lines[i]!);
    const line = mark ? lines[i]!.slice(mark[0].length) : lines[i]!;
    if (Boolean(mark) !== quoted) {
      endParagraph(reader);
      reader.items = [];
      quoted = Boolean(mark);
    }
    if (!reader.paragraph && i + 1 < lines.length && isTableAt(line, quoted ? unquote(lines[i + 1]!) : lines[i + 1]!)) {
      reader.items = [];
      const rows = [cellsOf(line).map(cellInline)];
      for (i += 2; i < lines.length; i += 1) {
        const row = quoted ? unquote(lines[i]!) : lines[i]!;
        if (!row.includes('|') || (!quoted && QUOTED.test(row))) break;
        rows.push(cellsOf(row).slice(0, rows[0]!.length).map(cellInline));
      }
      i -= 1;
      reader.blocks.push({ type: 'table', rows });
      continue;
    }
    const fence = /^([ \t]*)(`{3,}|~{3,})([^`]*)$/.exec(line);
    if (!fence) {
      readLine(reader, line, quoted);
      continue;
    }
    endParagraph(reader);
    const column = columns(fence[1]!);
    while (reader.items.length > 0 && column < reader.items.at(-1)!.column + 2) reader.items.pop();
    const body: string[] = [];
    // In a quoted fence, strip at most as many `>` as its first line has: further ones belong to the code.
    const marks = new RegExp(
      `^ {0,3}(?:>[ \\t]?){0,${Math.min(100, mark ? mark[1]!.replace(/[^>]/g, '').length : 0)}}`,
    );
    const strip = (l: string): string => (mark ? l.replace(marks, '') : l);
    const closing = new RegExp(`^[ \\t]*${fence[2]![0] === '~' ? '~' : '`'}{${fence[2]!.length},}[ \\t]*$`);
    for (i += 1; i < lines.length && !closing.test(strip(lines[i]!)); i += 1)
      body.push(strip(lines[i]!).replace(new RegExp(`^[ \\t]{0,${fence[1]!.length}}`), ''));
    reader.blocks.push({
      type: 'code',
      language: readLanguage(fence[3]!.trim().split(/\s/)[0]),
      indent: Math.min(MAX_INDENT, reader.items.length),
      quote: quoted,
      text: body.join('\n'),
    });
  }
  endParagraph(reader);
  return reader.blocks;
}

/** Escapes the start of a line that would otherwise be parsed as a block marker. */
const escapeLineStart = (line: string): string =>
  line
    .replace(/^(\s*)(#{1,6})(?=\s|$)/, '$1\\$2')
    .replace(/^(\s*)([-+>])/, '$1\\$2')
    .replace(/^(\s*)(\d{1,9})([.)])(?=\s|$)/, '$1$2\\$3')
    .replace(/^(\s*)(={3,}\s*)$/, '$1\\$2')
    .replace(/^(\s*)(\||:-)/, '$1\\$2');

/** A cell on one line. */
const writeCell = (cell: Inline[]): string =>
  renderInline(cell)
    .replace(/\\\n/g, '<br>')
    .split('\n')
    .map((part) => part.trim())
    .join(' ')
    .replace(/\|/g, '\\|')
    .trim();

/** most cells of a table whose short rows are filled with empty cells */
const FILLED_CELLS_MAX = 100_000;

function writeTable(rows: Inline[][][]): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  // short rows are filled, as editors do; in a very large table only the header, to limit the size of the output
  const isFilled = rows.length * columns <= FILLED_CELLS_MAX;
  const lines = rows.map((row, i) =>
    line([...row.map(writeCell), ...Array<string>(isFilled || i === 0 ? columns - row.length : 0).fill('')]),
  );
  return [lines[0]!, line(Array<string>(columns).fill('---')), ...lines.slice(1)].join('\n');
}

const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ');

function writeBlock(block: NoteBlock, indent: number, number: number): string {
  if (block.type === 'divider') return '---';
  if (block.type === 'table') return writeTable(block.rows);
  if (block.type === 'image') return `![${block.alt.replace(/[\\`*_[\]~<]/g, '\\$&')}](image:${block.imageId})`;
  const pad = '    '.repeat(indent);
  if (block.type === 'code') {
    const fence = '`'.repeat(Math.max(2, longestMatch(block.text, /(?<=^[ \t]*)`+/gm)) + 1);
    return [`${fence}${block.language}`, ...(block.text === '' ? [] : block.text.split('\n')), fence]
      .map((line) => pad + line)
      .join('\n');
  }
  if (block.kind === 'heading') {
    const title = renderInline(
      block.inline.map((run): Inline => (run.type === 'break' ? { type: 'text', text: ' ', marks: {} } : run)),
    );
    return `${'#'.repeat(block.level)} ${onOneLine(title).replace(/(^|\s)(#+\s*)$/, '$1\\$2')}`.trimEnd();
  }
  const text = renderInline(block.inline)
    .replace(/^[ \t]+/, '')
    .split('\n')
    .map((line, i) => (i === 0 && block.kind !== 'paragraph' ? line : escapeLineStart(line)));
  const marker =
    block.kind === 'bullet'
      ? '- '
      : block.kind === 'ordered'
        ? `${number}. `
        : block.kind === 'task'
          ? `- [${block.checked ? 'x' : ' '}] `
          : '';
  const first = isListKind(block.kind) ? escapeLineStart(text[0]!) : text[0]!;
  return [`${pad}${marker}${first}`, ...text.slice(1).map((line) => `${pad}${marker ? '    ' : ''}${line}`)].join('\n');
}

const isItem = (block: NoteBlock | undefined): boolean => block?.type === 'block' && isListKind(block.kind);

/** Numbers of ordered items; see `orderedNumbers`. */
export const numbering = (blocks: NoteBlock[], indents: number[]): number[] =>
  orderedNumbers(
    blocks.map((block, i) => ({
      ordered: block.type === 'block' && block.kind === 'ordered',
      indent: indents[i]!,
      ends: !isFlow(block) || (block.type === 'block' && block.kind === 'heading'),
    })),
  );

/**
 * Markdown of blocks. Empty paragraphs, tables without cells and images without an id are omitted, as Markdown cannot
 * express them.
 */
export function writeMarkdown(all: NoteBlock[]): string {
  const blocks = all.filter((block) =>
    block.type === 'table'
      ? block.rows.some((row) => row.length > 0)
      : block.type === 'image'
        ? block.imageId !== ''
        : !(block.type === 'block' && block.kind === 'paragraph' && plain(block.inline).trim() === ''),
  );
  const indents = writtenIndents(blocks);
  const numbers = numbering(blocks, indents);
  let out = '';
  blocks.forEach((block, i) => {
    const before = blocks[i - 1];
    const quote = isQuoted(block);
    const quoteBefore = before !== undefined && isQuoted(before);
    if (before)
      out += isItem(before) && isItem(block) && quote === quoteBefore ? '\n' : quote && quoteBefore ? '\n>\n' : '\n\n';
    const text = writeBlock(block, indents[i]!, numbers[i]!);
    out += quote
      ? text
          .split('\n')
          .map((line) => (line === '' ? '>' : `> ${line}`))
          .join('\n')
      : text;
  });
  return out === '' ? '' : `${out}\n`;
}
