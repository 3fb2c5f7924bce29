/** Parses one original within this process: its type by content, its format, its language. */
import type { ParsedText } from '../../../sync/model/parsed-text';
import { openZip } from '../containers/zip';
import { isEncryptedPackage } from '../containers/open-xml';
import { cannotParse } from '../failure';
import { detectType } from '../file-type';
import type { Format, Original } from '../formats/format';
import { TextCollector } from '../text/collector';
import { languageOf, normalTag } from '../text/language';

/** bytes by which a type is known; a PDF may begin a kilobyte later */
const HEAD = 4096;

/** Formats are loaded when they are needed: a process parses one original. */
const FORMATS: Record<string, () => Promise<Format>> = {
  '.pdf': async () => (await import('../formats/pdf')).parsePdf,
  '.txt': async () => (await import('../formats/text')).parseText,
  '.md': async () => (await import('../formats/markdown')).parseMarkdown,
  '.csv': async () => (await import('../formats/csv')).parseCsv,
  '.html': async () => (await import('../formats/html')).parseHtml,
  '.docx': async () => (await import('../formats/docx')).parseDocx,
  '.docm': async () => (await import('../formats/docx')).parseDocx,
  '.xlsx': async () => (await import('../formats/xlsx')).parseXlsx,
  '.xlsm': async () => (await import('../formats/xlsx')).parseXlsx,
  '.pptx': async () => (await import('../formats/pptx')).parsePptx,
  '.pptm': async () => (await import('../formats/pptx')).parsePptx,
  '.odt': async () => (await import('../formats/open-document')).parseOpenDocument,
  '.ods': async () => (await import('../formats/open-document')).parseOpenDocument,
  '.odp': async () => (await import('../formats/open-document')).parseOpenDocument,
  '.epub': async () => (await import('../formats/epub')).parseEpub,
  '.eml': async () => (await import('../formats/email')).parseEmail,
  '.rtf': async () => (await import('../formats/rtf')).parseRtf,
};
const CATEGORIES: Record<'image' | 'code' | 'audio', () => Promise<Format>> = {
  image: async () => (await import('../formats/image')).parseImage,
  code: async () => (await import('../formats/text')).parseCode,
  // a recording has no text of its own; it may become a meeting's
  audio: () => Promise.resolve(() => Promise.resolve({})),
};

export interface Terms {
  progress(share: number): void;
  /** when the time ends, milliseconds since the epoch */
  deadline: number;
  /** folder for files of this process, which need not exist */
  scratch: string;
}

export async function parseFile(original: Original, { progress, deadline, scratch }: Terms): Promise<ParsedText> {
  const text = new TextCollector();
  const { type, isOther } = await typeOf(original);
  if (isOther) text.notice('otherType');
  const load =
    FORMATS[type.extension] ??
    CATEGORIES[type.category as keyof typeof CATEGORIES] ??
    (() => Promise.reject(cannotParse('FILE_TYPE_NOT_SUPPORT')));
  const format = await load();
  const whole = await format(original, { text, progress, scratch, remaining: () => deadline - Date.now() });
  const language = (await languageOf(text.texts())) || normalTag(whole.language ?? '');
  return { ...text.finish({ ...whole, language }), ...(isOther ? { otherType: type.mimeType } : {}) };
}

/** By all entries of a zip, and by the streams of an encrypted Office file, which the first bytes do not tell. */
async function typeOf({ bytes, name }: Original): Promise<ReturnType<typeof detectType>> {
  const head = bytes.subarray(0, HEAD);
  const found = detectType(head, name);
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw cannotParse(isEncryptedPackage(bytes) ? 'FILE_ENCRYPTED' : 'FILE_TYPE_MISMATCH');
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return found;
  const zip = await openZip(bytes);
  const mime = zip.has('mimetype') ? (await zip.text('mimetype')).trim() : null;
  return detectType(head, name, { names: zip.names, mime });
}
