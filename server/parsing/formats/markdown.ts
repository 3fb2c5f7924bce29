/** Markdown: headings, lists, tables, code and paragraphs with their lines; marks within a line are left out. */
import { blocksOf, decoded, type Block } from './text';
import type { Format, FormatContext } from './format';

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export const parseMarkdown: Format = async ({ bytes }, context) => {
  const source = decoded(bytes);
  const { title, body, skipped } = frontMatter(source);
  for (const part of fenced(body, skipped)) {
    if (context.text.isFull) break;
    if (part.isCode) context.text.add('code', part.lines.join('\n'), { line: part.from });
    else
      for (const block of blocksOf(part.lines.join('\n')))
        readBlock({ ...block, from: block.from + part.from - 1 }, context);
  }
  return { title };
};

/** Metadata before the text, between lines of three dashes. */
function frontMatter(source: string): { title: string; body: string; skipped: number } {
  const end = source.startsWith('---\n') ? source.indexOf('\n---\n', 3) : -1;
  if (end < 0) return { title: '', body: source, skipped: 0 };
  const head = source.slice(4, end);
  const title = /^title:\s*(.+)$/m.exec(head)?.[1] ?? '';
  const body = source.slice(end + 5);
  return { title: title.replace(/^(["'])(.*)\1$/, '$2'), body, skipped: head.split('\n').length + 2 };
}

function* fenced(source: string, skipped: number): Generator<Block & { isCode: boolean }> {
  let [part, mark]: [Block, string] = [{ from: skipped + 1, lines: [] }, ''];
  let number = skipped;
  for (const line of source.split('\n')) {
    number += 1;
    const fence = FENCE.exec(line)?.[1] ?? '';
    const isEnd = mark !== '' && fence.startsWith(mark);
    if ((mark === '' && fence) || isEnd) {
      if (part.lines.length > 0) yield { ...part, isCode: mark !== '' };
      part = { from: number + 1, lines: [] };
      mark = isEnd ? '' : fence;
    } else part.lines.push(line);
  }
  if (part.lines.length > 0) yield { ...part, isCode: mark !== '' };
}

function readBlock({ from, lines }: Block, { text }: FormatContext): void {
  const isTable = lines.length > 1 && lines[0]!.includes('|') && TABLE_RULE.test(lines[1]!);
  let paragraph: Block | null = null;
  const flush = (): void => {
    if (paragraph) text.add('text', plain(paragraph.lines.join('\n')), { line: paragraph.from });
    paragraph = null;
  };
  lines.forEach((line, index) => {
    const place = { line: from + index };
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (isTable) {
      if (index !== 1) text.add('tableRow', cellsOf(line).join('\t'), place);
    } else if (heading) {
      flush();
      text.heading(plain(heading[2]!), heading[1]!.length, place);
    } else if (paragraph && UNDERLINE.test(line)) {
      text.heading(plain(paragraph.lines.join(' ')), line.trim().startsWith('=') ? 1 : 2, { line: paragraph.from });
      paragraph = null;
    } else if (item) {
      flush();
      text.add(
        'listItem',
        plain(item[2]!),
        place,
        1 + Math.min(8, Math.floor(item[1]!.replaceAll('\t', '  ').length / 2)),
      );
    } else (paragraph ??= { from: place.line, lines: [] }).lines.push(line.replace(/^\s{0,3}>\s?/, ''));
  });
  flush();
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => plain(cell.trim()));

/** A text that is longer has no marks that a person set. */
const MARKED_UNITS = 20_000;

/** Without the marks of emphasis, code, links and pictures. */
const plain = (line: string): string =>
  line.length > MARKED_UNITS
    ? line
    : line
        .replace(/!?\[([^\][]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
        .replace(/(`+)([^`]+)\1/g, '$2')
        .replace(/(\*{1,3})(\S(?:[^*]*\S)?)\1/g, '$2')
        .replace(/(?<![\p{L}\p{N}])(_{1,3})(\S(?:[^_]*\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
        .replace(/\\([\\`*_{}[\]()#+\-.!|>])/g, '$1');
