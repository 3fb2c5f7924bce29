/**
 * A note's text from and to its Yjs state: for the server, the replica and every reader of a note without an editor. A
 * state is a Yjs v1 update; an empty array is an empty note. Functions throw what Yjs throws for bytes that are no
 * update.
 */
import * as Y from 'yjs';
import { clean, partsToSegment, truncate } from '../model/text';
import { isListKind, NOTE_FRAGMENT } from '../model/note-document';
import {
  blocksOfDoc,
  blocksOfState,
  docOfState,
  imagesOfDoc,
  plain,
  spliceBlocks,
  stateOfBlocks,
  writtenIndents,
  type ImageBlock,
  type NoteBlock,
} from './note-blocks';
import { asMention, writeHtml, type ImageAddress } from './note-html';
import { numbering, parseMarkdown, writeMarkdown } from './note-markdown';

/** A new state from Markdown. Each call creates an independent Yjs history, so never create the same note twice. */
export const stateFromMarkdown = (markdown: string): Uint8Array => stateOfBlocks(parseMarkdown(markdown));

/**
 * Replaces a note's text by Markdown. Unchanged blocks at the start and end are preserved, so that concurrent edits of
 * them survive a merge.
 */
export function replaceWithMarkdown(state: Uint8Array, markdown: string): Uint8Array {
  const doc = docOfState(state);
  const before = blocksOfDoc(doc);
  const wanted = parseMarkdown(markdown).map(sizes(before));
  const had = before.map((block) => JSON.stringify(block));
  const want = wanted.map((block) => JSON.stringify(block));
  let head = 0;
  while (head < had.length && head < want.length && had[head] === want[head]) head += 1;
  let tail = 0;
  while (
    tail < had.length - head &&
    tail < want.length - head &&
    had[had.length - 1 - tail] === want[want.length - 1 - tail]
  )
    tail += 1;
  spliceBlocks(doc, head, had.length - head - tail, wanted.slice(head, wanted.length - tail));
  return Y.encodeStateAsUpdate(doc);
}

/** Sets the size of images that the text already contains, since Markdown cannot express it. */
function sizes(before: NoteBlock[]): (block: NoteBlock) => NoteBlock {
  const known = new Map<string, ImageBlock>();
  for (const block of before) if (block.type === 'image' && !known.has(block.imageId)) known.set(block.imageId, block);
  return (block) => {
    const same = block.type === 'image' ? known.get(block.imageId) : undefined;
    return block.type === 'image' && same ? { ...block, width: same.width, height: same.height } : block;
  };
}

/** Appends the blocks of a Markdown text to a state. */
export function withMarkdownAtEnd(state: Uint8Array, markdown: string): Uint8Array {
  const doc = docOfState(state);
  spliceBlocks(doc, doc.getXmlFragment(NOTE_FRAGMENT).length, 0, parseMarkdown(markdown));
  return Y.encodeStateAsUpdate(doc);
}

export const markdownOfState = (state: Uint8Array): string => writeMarkdown(blocksOfState(state));
export const htmlOfState = (state: Uint8Array, addressOf?: ImageAddress): string =>
  writeHtml(blocksOfState(state), addressOf ? { addressOf } : {});
/** HTML for a screen of the workspace, which shows mentions by their present names. */
export const screenHtmlOfState = (state: Uint8Array): string =>
  writeHtml(blocksOfState(state), { mentionHtml: asMention });
export const imagesOfState = (state: Uint8Array): string[] => imagesOfDoc(docOfState(state));

/** Text of a block without list markers. */
const bareText = (block: NoteBlock): string =>
  block.type === 'divider'
    ? ''
    : block.type === 'code'
      ? block.text
      : block.type === 'image'
        ? block.alt
        : block.type === 'table'
          ? block.rows.map((row) => row.map((cell) => plain(cell).replace(/\n/g, ' ')).join('\t')).join('\n')
          : plain(block.inline);

/** Plain text: one line for each block, with list markers. */
export const textOfBlocks = (blocks: NoteBlock[]): string => textsOfBlocks(blocks).join('\n');

/** The plain text of each block, with list markers; code blocks and tables have several lines. */
export function textsOfBlocks(blocks: NoteBlock[]): string[] {
  const indents = writtenIndents(blocks);
  const numbers = numbering(blocks, indents);
  return blocks.map((block, i) => {
    const text = bareText(block);
    if (block.type !== 'block' || !isListKind(block.kind)) return text;
    const mark =
      block.kind === 'ordered' ? `${numbers[i]}.` : block.kind === 'task' ? (block.checked ? '[x]' : '[ ]') : '-';
    return `${'  '.repeat(indents[i]!)}${mark} ${text}`;
  });
}
export const textOfState = (state: Uint8Array): string => textOfBlocks(blocksOfState(state));

/** Created lazily, because constructing segmenters loads the browser's dictionaries and would delay startup. */
let segmenters: { words: Intl.Segmenter; graphemes: Intl.Segmenter } | undefined;
const getSegmenters = () =>
  (segmenters ??= {
    words: new Intl.Segmenter(undefined, { granularity: 'word' }),
    graphemes: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
  });

/**
 * Text of characters that never join a neighbour, so that each is one grapheme: Latin letters, Han, kana and Hangul.
 */
export const ONE_UNIT_GRAPHEMES =
  /^[\t\n\r -\u02ff\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9d]*$/u;

/**
 * Words (by Intl.Segmenter, which also segments Chinese and Japanese) and characters (graphemes other than white
 * space).
 */
export function countText(text: string): { words: number; characters: number } {
  const by = getSegmenters();
  let words = 0;
  let characters = 0;
  const parts = partsToSegment(text);
  for (const each of parts) for (const part of by.words.segment(each)) if (part.isWordLike) words += 1;
  // Grapheme segmentation takes longer than word segmentation, so it is skipped where possible.
  if (ONE_UNIT_GRAPHEMES.test(text)) characters = text.replace(/\s+/gu, '').length;
  else
    for (const each of parts)
      for (const part of by.graphemes.segment(each)) if (/\S/u.test(part.segment)) characters += 1;
  return { words, characters };
}

export interface NoteSummary {
  snippet: string;
  words: number;
  characters: number;
}

/** Summary for a list row: the first 200 graphemes on one line, and counts. */
export function summaryOfBlocks(blocks: NoteBlock[]): NoteSummary {
  const text = blocks.map(bareText).join('\n');
  // descriptions of images are read, but not part of the text's length
  const counted = blocks.some(({ type }) => type === 'image')
    ? blocks.map((block) => (block.type === 'image' ? '' : bareText(block))).join('\n')
    : text;
  return { snippet: truncate(clean(text.replace(/\s+/gu, ' ')), 200), ...countText(counted) };
}
export const summaryOfState = (state: Uint8Array): NoteSummary => summaryOfBlocks(blocksOfState(state));
export const summaryOfDoc = (doc: Y.Doc): NoteSummary => summaryOfBlocks(blocksOfDoc(doc));
