/**
 * Document schema of a note's text: names of its nodes, marks and attributes, shared by the editor (ProseMirror), the
 * server and every other reader of a note's Yjs state.
 *
 * A note is FLAT: a list of blocks that never contain one another. What other editors nest (lists in lists, quotes
 * around lists) is an attribute of the block: `kind`, `indent`, `quote`. The reason is merging: Yjs cannot rename or
 * move an element. An editor has to delete it and insert another, and concurrent text typed into the deleted element is
 * lost. Turning a line into a heading, indenting it or ticking it must therefore change attributes only.
 *
 *   fragment `note`
 *   ├ <block kind="heading" level=1>  XmlText with marks, <hard_break/>
 *   ├ <block kind="bullet" indent=1>
 *   ├ <block kind="task" checked=true quote=true>
 *   ├ <code_block language="ts" indent=0>  XmlText without marks
 *   ├ <image imageId="…" alt="…" width=1200 height=800>  its bytes are stored separately (sync/protocol/note-images.ts)
 *   ├ <table> of <table_row> of <table_cell column="k3f9">  XmlText with marks, <hard_break/>
 *   └ <divider/>
 *
 * Within a block or cell, <mention kind="note" id label/> links to a document or person (./mentions.ts).
 *
 * A cell names its column, so that a row that one device adds lines up with a column that another adds
 * (sync/merge/note-table.ts). The first row is the header.
 */

/** Name of the Y.XmlFragment within the Y.Doc. */
export const NOTE_FRAGMENT = 'note';

export const NOTE_NODES = {
  doc: 'doc',
  block: 'block',
  code: 'code_block',
  divider: 'divider',
  image: 'image',
  table: 'table',
  row: 'table_row',
  cell: 'table_cell',
  hardBreak: 'hard_break',
  mention: 'mention',
  text: 'text',
} as const;
export const NOTE_MARKS = { link: 'link', bold: 'bold', italic: 'italic', strike: 'strike', code: 'code' } as const;
export type NoteMark = (typeof NOTE_MARKS)[keyof typeof NOTE_MARKS];

export const BLOCK_KINDS = ['paragraph', 'heading', 'bullet', 'ordered', 'task'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];
export const isListKind = (kind: BlockKind): boolean => kind === 'bullet' || kind === 'ordered' || kind === 'task';

export const HEADING_LEVELS = [1, 2, 3] as const;
export type HeadingLevel = (typeof HEADING_LEVELS)[number];
export const MAX_INDENT = 8;

/** Attributes of `block`; null means unset and is not stored. */
export interface BlockAttributes {
  kind: BlockKind;
  level: HeadingLevel | null;
  /** 0 to MAX_INDENT; a paragraph's indent continues the list item above it */
  indent: number | null;
  checked: true | null;
  quote: true | null;
}
/** Attributes of `code_block`. */
export interface CodeAttributes {
  language: string | null;
  indent: number | null;
  quote: true | null;
}
/** Attributes of `image`; width and height in pixels, 0 if unknown. */
export interface ImageAttributes {
  imageId: string;
  alt: string;
  width: number;
  height: number;
}
export interface LinkAttributes {
  href: string;
}

/** Parses an external indent as an integer from 0 to MAX_INDENT. */
export const readIndent = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(MAX_INDENT, Math.max(0, Math.floor(value))) : 0;
export const readKind = (value: unknown): BlockKind => BLOCK_KINDS.find((k) => k === value) ?? 'paragraph';
export const readLevel = (value: unknown): HeadingLevel => (value === 1 || value === 2 ? value : 3);
/** Parses the language of a code block: letters, digits and a few signs; '' if invalid. */
export const readLanguage = (value: unknown): string =>
  typeof value === 'string' && /^[\w+#.-]{1,30}$/.test(value) ? value : '';

/** Most characters of the description of an image. */
export const ALT_MAX = 1000;
/** Most pixels of a side of an image; larger values from other devices and programs are reduced. */
export const IMAGE_SIDE_MAX = 10_000;
/** Parses the id of an image; '' if invalid. */
export const readImageId = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : '';
/** Parses the description of an image: one line. */
export const readAlt = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/gu, ' ').trim().slice(0, ALT_MAX) : '';
/** Parses a side of an image in pixels; 0 if unknown. */
export const readSide = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.min(IMAGE_SIDE_MAX, Math.round(value)) : 0;
/** Parses the attributes of an image from an untrusted source. */
export const readImage = (get: (name: string) => unknown): ImageAttributes => {
  const [width, height] = [readSide(get('width')), readSide(get('height'))];
  return {
    imageId: readImageId(get('imageId')),
    alt: readAlt(get('alt')),
    width: width && height ? width : 0,
    height: width && height ? height : 0,
  };
};

/** The normalised address of a link that is safe to render, or null: absolute http, https and mailto only. */
export function safeHref(href: unknown): string | null {
  if (typeof href !== 'string' || href.length > 4000) return null;
  try {
    const url = new URL(href.trim());
    return url.protocol === 'http:' || url.protocol === 'https:' || url.protocol === 'mailto:' ? url.href : null;
  } catch {
    return null;
  }
}
