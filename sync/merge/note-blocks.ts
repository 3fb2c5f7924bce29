/** A note's text as plain data, between its Yjs state and its serialised forms (Markdown, HTML, plain text). */
import * as Y from 'yjs';
import {
  isListKind,
  NOTE_FRAGMENT,
  NOTE_MARKS,
  NOTE_NODES,
  readImage,
  readIndent,
  readKind,
  readLanguage,
  readLevel,
  type BlockKind,
  type HeadingLevel,
  type ImageAttributes,
} from '../model/note-document';
import { readLabel, readMention, type Mention } from '../model/mentions';
import { alignRow, tableGrid } from './note-table';

/** Marks of a run; `link` is the address as stored (render it through `safeHref` only). */
export interface Marks {
  link?: string;
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
}
export type Inline = { type: 'text'; text: string; marks: Marks } | { type: 'break' } | ({ type: 'mention' } & Mention);
export type NoteBlock =
  | {
      type: 'block';
      kind: BlockKind;
      level: HeadingLevel;
      indent: number;
      checked: boolean;
      quote: boolean;
      inline: Inline[];
    }
  | { type: 'code'; language: string; indent: number; quote: boolean; text: string }
  /** the header and the rows below it; a short row lacks its last cells */
  | { type: 'table'; rows: Inline[][][] }
  | ImageBlock
  | { type: 'divider' };
export type ImageBlock = { type: 'image' } & ImageAttributes;
/** A block that can be indented and quoted. */
export type FlowBlock = Extract<NoteBlock, { quote: boolean }>;
export const isFlow = (block: NoteBlock): block is FlowBlock => 'quote' in block;
export const isQuoted = (block: NoteBlock): boolean => isFlow(block) && block.quote;
export type TextBlock = Extract<NoteBlock, { type: 'block' }>;

export const textBlock = (
  kind: BlockKind,
  inline: Inline[],
  rest: Partial<Omit<TextBlock, 'type' | 'kind' | 'inline'>> = {},
): TextBlock => ({ type: 'block', kind, level: 3, indent: 0, checked: false, quote: false, ...rest, inline });

/** A Y.Doc with a state applied. Throws what Yjs throws for bytes that are no update. */
export function docOfState(state: Uint8Array): Y.Doc {
  // A fixed guid: generating a random one takes longer than reading a short text, and only subdocuments need it.
  const doc = new Y.Doc({ guid: 'note' });
  if (state.byteLength > 0) Y.applyUpdate(doc, state);
  return doc;
}

const sameMarks = (a: Marks, b: Marks): boolean =>
  a.link === b.link && a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code;

/** Joins adjacent runs with equal marks and drops empty ones. */
export function joinRuns(inline: Inline[]): Inline[] {
  const out: Inline[] = [];
  for (const run of inline) {
    const last = out.at(-1);
    if (run.type === 'text' && run.text === '') continue;
    if (run.type === 'text' && last?.type === 'text' && sameMarks(run.marks, last.marks))
      out[out.length - 1] = { ...last, text: last.text + run.text };
    else out.push(run);
  }
  return out;
}

function marksOf(attributes: Record<string, unknown> | undefined): Marks {
  const marks: Marks = {};
  if (!attributes) return marks;
  const link = attributes[NOTE_MARKS.link];
  if (link && typeof link === 'object' && typeof (link as { href?: unknown }).href === 'string')
    marks.link = (link as { href: string }).href;
  for (const name of ['bold', 'italic', 'strike', 'code'] as const)
    if (attributes[NOTE_MARKS[name]]) marks[name] = true;
  return marks;
}

const attributesOf = (marks: Marks): Record<string, unknown> => {
  const out: Record<string, unknown> = {};
  if (marks.link !== undefined) out[NOTE_MARKS.link] = { href: marks.link };
  for (const name of ['bold', 'italic', 'strike', 'code'] as const) if (marks[name]) out[NOTE_MARKS[name]] = {};
  return out;
};

/** A child of a note's fragment or of one of its elements. */
export type NoteNode = ReturnType<Y.XmlFragment['toArray']>[number];

/**
 * Text and breaks below an element at any depth (an unknown element keeps its text). Iterative, as the depth is
 * unbounded.
 */
function inlineOf(element: Y.XmlElement | Y.XmlFragment): Inline[] {
  const out: Inline[] = [];
  /** stack of nodes still to read, the next one last */
  const open: NoteNode[] = element.toArray().reverse();
  for (let child = open.pop(); child; child = open.pop()) {
    if (child instanceof Y.XmlText) {
      for (const delta of child.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[]) {
        if (typeof delta.insert === 'string')
          out.push({ type: 'text', text: delta.insert, marks: marksOf(delta.attributes) });
      }
    } else if (child instanceof Y.XmlElement) {
      if (child.nodeName === NOTE_NODES.hardBreak) out.push({ type: 'break' });
      else if (child.nodeName === NOTE_NODES.mention) out.push(inlineOfMention(child.getAttributes()));
      else for (const inner of child.toArray().reverse()) open.push(inner);
    }
  }
  return joinRuns(out);
}

const childrenOf = (node: NoteNode): NoteNode[] => (node instanceof Y.XmlElement ? node.toArray() : [node]);
const inlineOfNode = (node: NoteNode): Inline[] => {
  if (node instanceof Y.XmlElement) return inlineOf(node);
  return node instanceof Y.XmlText
    ? joinRuns(
        (node.toDelta() as { insert: unknown }[]).map((d) => ({ type: 'text', text: String(d.insert), marks: {} })),
      )
    : [];
};

/** A mention, or its label as text if the attributes are invalid. */
export function inlineOfMention(attributes: { kind?: unknown; id?: unknown; label?: unknown }): Inline {
  const mention = readMention(attributes);
  return mention ? { type: 'mention', ...mention } : { type: 'text', text: readLabel(attributes.label), marks: {} };
}

/** The rows of a table, with its cells in their columns. */
function rowsOf(table: Y.XmlElement): Inline[][][] {
  const rows = table.toArray().map(childrenOf);
  const { places } = tableGrid(
    rows.map((cells) =>
      cells.map((cell) => {
        const column: unknown = cell instanceof Y.XmlElement ? cell.getAttribute('column') : null;
        return typeof column === 'string' ? column : null;
      }),
    ),
  );
  return rows.map((cells, r) => alignRow(cells.map(inlineOfNode), places[r]!, () => []));
}

/** Plain text of runs; breaks become line feeds, mentions their labels. */
export const plain = (inline: Inline[]): string =>
  inline.map((run) => (run.type === 'text' ? run.text : run.type === 'mention' ? run.label : '\n')).join('');

function blocksOfNode(node: NoteNode): NoteBlock[] {
  if (node instanceof Y.XmlText) return [textBlock('paragraph', inlineOfNode(node))];
  if (!(node instanceof Y.XmlElement)) return [];
  const attribute = (name: string): unknown => node.getAttribute(name);
  const indent = readIndent(attribute('indent'));
  const quote = attribute('quote') === true;
  if (node.nodeName === NOTE_NODES.divider) return [{ type: 'divider' }];
  if (node.nodeName === NOTE_NODES.image) return [{ type: 'image', ...readImage(attribute) }];
  if (node.nodeName === NOTE_NODES.table) return [{ type: 'table', rows: rowsOf(node) }];
  if (node.nodeName === NOTE_NODES.code)
    return [
      { type: 'code', language: readLanguage(attribute('language')), indent, quote, text: plain(inlineOf(node)) },
    ];
  return [
    textBlock(readKind(attribute('kind')), inlineOf(node), {
      level: readLevel(attribute('level')),
      indent,
      checked: attribute('checked') === true,
      quote,
    }),
  ];
}

/**
 * The blocks of a note in a Y.Doc, optionally of some nodes only. Unknown elements are read as paragraphs, so that no
 * text is hidden.
 */
export const blocksOfDoc = (doc: Y.Doc, isWanted: (node: NoteNode) => boolean = () => true): NoteBlock[] =>
  doc.getXmlFragment(NOTE_FRAGMENT).toArray().filter(isWanted).flatMap(blocksOfNode);

/** Ids of the images in a text. */
export const imagesOfDoc = (doc: Y.Doc): string[] => [
  ...new Set(
    doc
      .getXmlFragment(NOTE_FRAGMENT)
      .toArray()
      .flatMap((node) =>
        node instanceof Y.XmlElement && node.nodeName === NOTE_NODES.image
          ? [readImage((name) => node.getAttribute(name)).imageId]
          : [],
      )
      .filter((id) => id !== ''),
  ),
];

export const blocksOfState = (state: Uint8Array): NoteBlock[] => blocksOfDoc(docOfState(state));

function mentionElement({ kind, id, label }: Mention): Y.XmlElement {
  const element = new Y.XmlElement(NOTE_NODES.mention);
  for (const [name, value] of Object.entries({ kind, id, label })) element.setAttribute(name, value);
  return element;
}

function insertInline(element: Y.XmlElement, inline: Inline[]): void {
  const children: (Y.XmlElement | Y.XmlText)[] = [];
  let runs: Extract<Inline, { type: 'text' }>[] = [];
  const flush = (): void => {
    if (runs.length === 0) return;
    const text = new Y.XmlText();
    text.applyDelta(runs.map((run) => ({ insert: run.text, attributes: attributesOf(run.marks) })));
    children.push(text);
    runs = [];
  };
  for (const run of joinRuns(inline)) {
    if (run.type === 'text') runs.push(run);
    else {
      flush();
      children.push(run.type === 'mention' ? mentionElement(run) : new Y.XmlElement(NOTE_NODES.hardBreak));
    }
  }
  flush();
  if (children.length > 0) element.insert(0, children);
}

/** Names of columns are unique within their table. */
function tableOf(rows: Inline[][][]): Y.XmlElement {
  const table = new Y.XmlElement(NOTE_NODES.table);
  const elements = rows.map((cells) => {
    const row = new Y.XmlElement(NOTE_NODES.row);
    const filled = cells.map((inline, i) => {
      const cell = new Y.XmlElement(NOTE_NODES.cell);
      cell.setAttribute('column', String(i));
      insertInline(cell, inline);
      return cell;
    });
    if (filled.length > 0) row.insert(0, filled);
    return row;
  });
  if (elements.length > 0) table.insert(0, elements);
  return table;
}

function imageOf({ type: _type, ...attributes }: ImageBlock): Y.XmlElement {
  const element = new Y.XmlElement(NOTE_NODES.image);
  for (const [name, value] of Object.entries(attributes)) if (value) element.setAttribute(name, value as string);
  return element;
}

function elementOf(block: NoteBlock): Y.XmlElement {
  if (block.type === 'divider') return new Y.XmlElement(NOTE_NODES.divider);
  if (block.type === 'table') return tableOf(block.rows);
  if (block.type === 'image') return imageOf(block);
  const element = new Y.XmlElement(block.type === 'code' ? NOTE_NODES.code : NOTE_NODES.block);
  // Yjs stores any JSON value in an attribute, although its types allow strings only.
  const set = (name: string, value: unknown): void => {
    element.setAttribute(name, value as string);
  };
  if (block.indent > 0) set('indent', block.indent);
  if (block.quote) set('quote', true);
  if (block.type === 'code') {
    if (block.language) set('language', block.language);
    if (block.text) element.insert(0, [new Y.XmlText(block.text)]);
    return element;
  }
  set('kind', block.kind);
  if (block.kind === 'heading') set('level', block.level);
  if (block.kind === 'task' && block.checked) set('checked', true);
  insertInline(element, block.inline);
  return element;
}

/** Replaces `remove` blocks from index `at` with the given blocks. */
export function spliceBlocks(doc: Y.Doc, at: number, remove: number, blocks: NoteBlock[]): void {
  doc.transact(() => {
    const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
    if (remove > 0) fragment.delete(at, remove);
    if (blocks.length > 0) fragment.insert(at, blocks.map(elementOf));
  });
}

/** A Yjs state of exactly these blocks. */
export function stateOfBlocks(blocks: NoteBlock[]): Uint8Array {
  const doc = new Y.Doc();
  spliceBlocks(doc, 0, 0, blocks);
  return Y.encodeStateAsUpdate(doc);
}

/**
 * The indent with which each block is written: at most one deeper than the list item above, and 0 without one.
 * Headings, dividers, tables, images and a change of quoting end a list.
 */
export function writtenIndents(blocks: NoteBlock[]): number[] {
  let allowed = 0;
  let quoted = false;
  return blocks.map((block) => {
    if (!isFlow(block) || block.quote !== quoted) allowed = 0;
    quoted = isQuoted(block);
    if (!isFlow(block) || (block.type === 'block' && block.kind === 'heading')) {
      allowed = 0;
      return 0;
    }
    const indent = Math.min(block.indent, allowed);
    allowed = block.type === 'block' && isListKind(block.kind) ? indent + 1 : indent;
    return indent;
  });
}

/**
 * The number of each ordered item (0 for other blocks), counted for each indent until another block interrupts the
 * list.
 */
export function orderedNumbers(blocks: { ordered: boolean; indent: number; ends: boolean }[]): number[] {
  const counts: number[] = [];
  return blocks.map(({ ordered, indent, ends }) => {
    if (ends) {
      counts.length = 0;
      return 0;
    }
    counts.length = Math.min(counts.length, indent + 1);
    while (counts.length <= indent) counts.push(0);
    counts[indent] = ordered ? counts[indent]! + 1 : 0;
    return counts[indent]!;
  });
}
