/** Converts a text to a Word document (OOXML). Mentions become their names; links are http, https and mailto only. */
import {
  AlignmentType,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type FileChild,
  type ParagraphChild,
} from 'docx';
import { safeHref } from '../../../sync/model/note-document';
import type { Inline, NoteBlock } from '../../../sync/merge/note-blocks';

/** An image in a format that Word supports. */
export interface DocxImage {
  type: 'png' | 'jpg' | 'gif';
  data: ArrayBuffer;
}

const HEADINGS = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3];
const ORDERED = 'ordered';
/** levels of numbered lists in Word */
const LEVELS = 9;
/** twentieths of a point */
const INDENT = 720;
/** width of a page between its margins, in pixels */
const PAGE_WIDTH = 600;
const MONO = 'Consolas';

/** Removes characters that are invalid in XML. */
const clean = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');

function runOf(run: Inline): ParagraphChild {
  if (run.type === 'break') return new TextRun({ break: 1 });
  if (run.type === 'mention') return new TextRun(clean(run.label));
  const { bold, italic, strike, code, link } = run.marks;
  const href = link === undefined ? null : safeHref(link);
  const text = new TextRun({
    text: clean(run.text),
    ...(bold ? { bold } : {}),
    ...(italic ? { italics: italic } : {}),
    ...(strike ? { strike } : {}),
    ...(code ? { font: MONO } : {}),
    ...(href ? { style: 'Hyperlink' } : {}),
  });
  return href ? new ExternalHyperlink({ link: href, children: [text] }) : text;
}

function tableOf(rows: Inline[][][]): Table {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      (row, r) =>
        new TableRow({
          tableHeader: r === 0,
          children: Array.from(
            { length: columns },
            (_, c) => new TableCell({ children: [new Paragraph({ children: (row[c] ?? []).map(runOf) })] }),
          ),
        }),
    ),
  });
}

function imageOf(block: Extract<NoteBlock, { type: 'image' }>, image: DocxImage | undefined): Paragraph {
  if (!image) return new Paragraph({ children: [new TextRun({ text: clean(block.alt), italics: true })] });
  const width = Math.min(block.width || PAGE_WIDTH, PAGE_WIDTH);
  const height = block.width && block.height ? Math.round((width * block.height) / block.width) : width;
  return new Paragraph({
    children: [
      new ImageRun({
        type: image.type,
        data: image.data,
        transformation: { width, height },
        altText: { name: clean(block.alt) || 'image', description: clean(block.alt), title: '' },
      }),
    ],
  });
}

/** @param list number of the ordered list that the block belongs to: the items of each list are counted from 1 */
function childOf(block: NoteBlock, images: ReadonlyMap<string, DocxImage>, list: number): FileChild {
  switch (block.type) {
    case 'divider':
      return new Paragraph({ thematicBreak: true });
    case 'table':
      return tableOf(block.rows);
    case 'image':
      return imageOf(block, images.get(block.imageId));
    case 'code':
      return new Paragraph({
        indent: { left: block.indent * INDENT },
        children: block.text
          .split('\n')
          .map((line, i) => new TextRun({ text: clean(line), font: MONO, ...(i > 0 ? { break: 1 } : {}) })),
      });
    case 'block': {
      const children = block.inline.map(runOf);
      const level = Math.min(block.indent, LEVELS - 1);
      if (block.kind === 'heading') return new Paragraph({ heading: HEADINGS[block.level - 1]!, children });
      if (block.kind === 'bullet') return new Paragraph({ bullet: { level }, children });
      if (block.kind === 'ordered')
        return new Paragraph({ numbering: { reference: ORDERED, level, instance: list }, children });
      if (block.kind === 'task')
        return new Paragraph({
          indent: { left: block.indent * INDENT },
          children: [new TextRun(block.checked ? '☑ ' : '☐ '), ...children],
        });
      return new Paragraph({ indent: { left: (block.indent + (block.quote ? 1 : 0)) * INDENT }, children });
    }
  }
}

/** @param images the readable images by id; of the others the description is written */
export function docxOf(
  title: string,
  blocks: readonly NoteBlock[],
  images: ReadonlyMap<string, DocxImage> = new Map(),
): Document {
  let list = 0;
  let isInList = false;
  const children = blocks.map((block) => {
    const isOrdered = block.type === 'block' && block.kind === 'ordered';
    if (isOrdered && !isInList) list += 1;
    // an indented block belongs to the list item above it
    isInList = isOrdered || (isInList && 'indent' in block && block.indent > 0);
    return childOf(block, images, list);
  });
  return new Document({
    title: clean(title),
    creator: '',
    numbering: {
      config: [
        {
          reference: ORDERED,
          levels: Array.from({ length: LEVELS }, (_, level) => ({
            level,
            format: LevelFormat.DECIMAL,
            text: `%${level + 1}.`,
            alignment: AlignmentType.START,
            style: { paragraph: { indent: { left: (level + 1) * INDENT, hanging: INDENT / 2 } } },
          })),
        },
      ],
    },
    sections: [
      {
        children: [new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(clean(title))] }), ...children],
      },
    ],
  });
}
