/**
 * PDF files by pdf.js (`unpdf`): paragraphs of the text layer with their page, bookmarks as outline. A page without a
 * text layer is drawn and read (OCR).
 */
import { pathToFileURL } from 'node:url';
import { definePDFJSModule, getDocumentProxy, renderPageAsImage } from 'unpdf';
import type { TextCollector } from '../text/collector';
import { cannotParse } from '../failure';
import type { Picture } from '../ocr/picture';
import { Reader } from '../ocr/reader';
import { within } from '../within';
import { packageFolder } from '../package-folder';
import { imageSize } from './image-size';
import { paragraphsOf, type TextItem } from './pdf-paragraphs';
import type { Format, FormatContext } from './format';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** visible characters from which a page has a text layer */
const LAYER_CHARACTERS = 8;
/** pages that are drawn and read */
const READ_PAGES = 40;
/** milliseconds that are left for the last page that is read, and for the last page at all */
const READ_RESERVE = 25_000;
const RESERVE = 5_000;
/** milliseconds for drawing a page */
const DRAW_TIME = 30_000;
/** pixels of the longer side of a drawn page: about 200 per inch of A4 */
const DRAWN_PIXELS = 2340;
/** A larger picture is left out: decoding takes 17 bytes a pixel. A4 has 15 million at 400 per inch. */
const PICTURE_PIXELS = 22_000_000;
const OUTLINE_DEPTH = 9;
const OUTLINE_ENTRIES = 500;

export const parsePdf: Format = async (original, context) => {
  const { text } = context;
  const pdf = await open(original.bytes);
  const { title, language } = await describe(pdf);
  /** id of the first part of each page that has one */
  const firstParts = new Map<number, string>();
  const reader = new Reader(text, { languages: original.languages, scratch: context.scratch });
  try {
    let read = 0;
    for (let number = 1; number <= pdf.numPages && !text.isFull; number += 1) {
      if (context.remaining() < RESERVE) {
        text.notice('partly');
        break;
      }
      const id = text.nextId;
      const result = await readPage(pdf, number, context, reader, read < READ_PAGES);
      if (result === 'drawn') read += 1;
      if (result === 'failed' || result === 'left') text.notice('partly');
      if (text.nextId !== id) firstParts.set(number, id);
      context.progress(number / pdf.numPages);
    }
  } finally {
    await reader.close();
  }
  await addOutline(pdf, text, firstParts);
  return { title, language, pages: pdf.numPages };
};

async function open(bytes: Buffer): Promise<Pdf> {
  await loadPdfJs();
  // pdf.js takes the buffer away from its owner
  const data = new Uint8Array(bytes);
  try {
    return await getDocumentProxy(data, { ...assets(), isEvalSupported: false, verbosity: 0, stopAtErrors: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw cannotParse('FILE_ENCRYPTED', error);
    throw cannotParse('FILE_DAMAGED', error);
  }
}

/** The build of `unpdf` has no decoders of JPEG 2000 and JBIG2, which scanners use, and lacks functions on Node 20. */
const loadPdfJs = (): Promise<void> =>
  definePDFJSModule(async () => {
    const pdfJs = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
    const worker = `${packageFolder('pdfjs-dist')}legacy/build/pdf.worker.min.mjs`;
    pdfJs.GlobalWorkerOptions.workerSrc = pathToFileURL(worker).href;
    return pdfJs;
  });

/** Character maps, fonts and decoders of pdf.js. Without the maps the text of East Asian fonts is lost. */
function assets(): Record<string, unknown> {
  const base = packageFolder('pdfjs-dist');
  const folder = (name: string): string => `${base}${name}/`;
  return {
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
    iccUrl: folder('iccs'),
    maxImageSize: PICTURE_PIXELS,
    useSystemFonts: false,
    disableFontFace: true,
  };
}

async function describe(pdf: Pdf): Promise<{ title: string; language: string }> {
  try {
    const info = (await pdf.getMetadata()).info as { Title?: unknown; Language?: unknown };
    const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
    return { title: textOf(info.Title), language: textOf(info.Language) };
  } catch {
    return { title: '', language: '' };
  }
}

/** `left`: it has no text layer, and was not read for lack of time. */
type PageResult = 'layer' | 'drawn' | 'blank' | 'left' | 'failed';

async function readPage(
  pdf: Pdf,
  number: number,
  { text, remaining }: FormatContext,
  reader: Reader,
  mayRead: boolean,
): Promise<PageResult> {
  let page: Page | undefined;
  let wasDrawn = false;
  try {
    page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = (items as Partial<TextItem>[]).filter((item): item is TextItem => item.str !== undefined);
    if (visibleCharacters(pieces) >= LAYER_CHARACTERS) {
      for (const paragraph of paragraphsOf(pieces)) text.add('text', paragraph, { page: number });
      return 'layer';
    }
    if (!mayRead || remaining() < READ_RESERVE) return 'left';
    wasDrawn = true;
    // a decoded scan and a model of a language do not fit into the memory together
    await reader.close();
    // what fails within the drawing of a damaged page may leave it without an end
    const picture = await within(Math.min(DRAW_TIME, remaining() - RESERVE), draw(pdf, page, number));
    if (!picture) return 'failed';
    const wasRead = await reader.read(picture, { page: number }, remaining() - RESERVE);
    if (wasRead) return 'drawn';
    return (await lacksPicture(page)) ? 'failed' : 'blank';
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return 'failed';
  } finally {
    page?.cleanup();
    // decoded pictures are outside the heap, whose own pressure would free them too late
    if (wasDrawn) globalThis.gc?.();
  }
}

const visibleCharacters = (items: readonly TextItem[]): number =>
  items.reduce((sum, { str }) => sum + str.replace(/\s/g, '').length, 0);

/** Whether a page that was drawn blank places something that was too large to be drawn. */
async function lacksPicture(page: Page): Promise<boolean> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.min.mjs');
  return (await page.getOperatorList()).fnArray.includes(OPS.transform);
}

async function draw(pdf: Pdf, page: Page, number: number): Promise<Picture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = DRAWN_PIXELS / Math.max(width, height, 1);
  const image = await renderPageAsImage(pdf, number, { canvasImport: () => import('@napi-rs/canvas'), scale });
  const bytes = Buffer.from(image);
  const size = imageSize(bytes);
  if (!size) throw cannotParse('FILE_DAMAGED');
  return { bytes, ...size };
}

interface Bookmark {
  title: string;
  dest: string | unknown[] | null;
  items: Bookmark[];
}

/** Bookmarks that lead to a page with text. */
async function addOutline(pdf: Pdf, text: TextCollector, firstParts: ReadonlyMap<number, string>): Promise<void> {
  let left = OUTLINE_ENTRIES;
  const add = async (bookmarks: readonly Bookmark[], level: number): Promise<void> => {
    for (const { title, dest, items } of bookmarks) {
      if ((left -= 1) < 0) return;
      const partId = firstParts.get(await pageOf(pdf, dest));
      if (partId) text.entry(title, level, partId);
      if (level < OUTLINE_DEPTH) await add(items, level + 1);
    }
  };
  try {
    await add(((await pdf.getOutline()) ?? []) as Bookmark[], 1);
  } catch {
    // a damaged outline takes nothing from the text
  }
}

async function pageOf(pdf: Pdf, dest: Bookmark['dest']): Promise<number> {
  try {
    const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const page = (target as unknown[] | null)?.[0];
    if (typeof page === 'number') return page + 1;
    return page ? (await pdf.getPageIndex(page as Parameters<Pdf['getPageIndex']>[0])) + 1 : 0;
  } catch {
    return 0;
  }
}
