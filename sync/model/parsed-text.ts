/**
 * The text that a parser extracts from a file or a web page: parts in reading order, each with its place in the
 * original. It is replicated (`itemTexts`), searched on device and server, and shown if the original cannot be shown.
 */
import * as v from 'valibot';
import { amount, whole } from './numbers';

/** Limits of one extracted text. Text beyond them is omitted, with the notice `truncated`. */
export const PARSED_TEXT = {
  /** UTF-16 units of all parts */
  units: 600_000,
  parts: 20_000,
  /** UTF-16 units of one part; a longer one is split at a sentence or word */
  partUnits: 4_000,
  outline: 500,
} as const;

/** per mille of the page's width or height */
const share = whole({ max: 1000 });

/** The place of a part in the original; pages, slides, rows and lines count from 1. */
export const TextPlace = v.looseObject({
  page: v.optional(whole({ min: 1 })),
  slide: v.optional(whole({ min: 1 })),
  sheet: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** first cell of the part: `A12` */
  cell: v.optional(v.pipe(v.string(), v.maxLength(20))),
  line: v.optional(whole({ min: 1 })),
  /** for recognised text of a picture (OCR): left, top, width, height */
  box: v.optional(v.tuple([share, share, share, share])),
  /**
   * for recognised text: for each word its start and end in the part's text (UTF-16 units), left, top, width, height
   */
  words: v.optional(v.array(v.tuple([whole(), whole(), share, share, share, share]))),
});
export type TextPlace = v.InferOutput<typeof TextPlace>;

export const TEXT_PART_KINDS = ['heading', 'text', 'listItem', 'tableRow', 'code'] as const;

export const TextPart = v.looseObject({
  /** unique within the text: `p1`, `p2`, … */
  id: v.pipe(v.string(), v.maxLength(20)),
  kind: v.picklist(TEXT_PART_KINDS),
  /** level of a heading or list item, from 1; 0 otherwise */
  level: whole({ max: 9 }),
  /** cells of a table row are separated by tabs */
  text: v.pipe(v.string(), v.maxLength(PARSED_TEXT.partUnits)),
  place: TextPlace,
});
export type TextPart = v.InferOutput<typeof TextPart>;

/** A heading of the text, with the part that begins its section. */
export const OutlineEntry = v.looseObject({
  title: v.pipe(v.string(), v.maxLength(300)),
  level: whole({ min: 1, max: 9 }),
  partId: v.pipe(v.string(), v.maxLength(20)),
});
export type OutlineEntry = v.InferOutput<typeof OutlineEntry>;

/** Notices about a parsed original. */
export const PARSE_NOTICES = [
  /** it has macros, which are never run */
  'macros',
  /** text was left out, because it is too long */
  'truncated',
  /** the text was read from pictures (OCR) */
  'ocr',
  /** it has no text */
  'noText',
  /** the content has another type than the extension of the name */
  'otherType',
  /** some of its pages, sheets or entries could not be read */
  'partly',
  /** the web page shows its content only with scripts */
  'needsBrowser',
] as const;
export type ParseNotice = (typeof PARSE_NOTICES)[number];

/** The result of a parser. */
export const ParsedText = v.object({
  /** title in the original's own metadata, '' for none */
  title: v.pipe(v.string(), v.maxLength(300)),
  /** BCP 47 primary tag, with script for Chinese (`en`, `ja`, `ko`, `zh-Hans`, `zh-Hant`); '' if unknown */
  language: v.pipe(v.string(), v.maxLength(20)),
  parts: v.pipe(v.array(TextPart), v.maxLength(PARSED_TEXT.parts)),
  outline: v.pipe(v.array(OutlineEntry), v.maxLength(PARSED_TEXT.outline)),
  /** pages, slides or sheets; 0 for types without them */
  pages: amount(),
  notices: v.array(v.picklist(PARSE_NOTICES)),
  /** MIME type of the content if it differs from the extension of the name */
  otherType: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
export type ParsedText = v.InferOutput<typeof ParsedText>;
