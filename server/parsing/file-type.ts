/** The type of a file by its first bytes, compared with its name. */
import { extensionOf, typeOfExtension, typeOfName, type FileType } from '../../sync/model/file-types';
import { beginsWith, signedExtension } from '../../sync/model/file-signature';
import { cannotParse } from './failure';
import { isText } from '../../sync/text/decode-text';

export interface DetectedType {
  type: FileType;
  /** the content is of another type than the name says */
  isOther: boolean;
}

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Containers, and the extension of content that needs no closer look; null for unknown bytes. */
type Content = { extension: string } | 'zip' | 'ole' | 'text' | 'program' | 'archive' | null;

function contentOf(head: Uint8Array): Content {
  const extension = signedExtension(head);
  if (extension) return { extension };
  if (beginsWith(head, 0x50, 0x4b, 0x03, 0x04) || beginsWith(head, 0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (beginsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'ole';
  // a text may begin with the same letters
  if (isText(head)) return 'text';
  if (isProgram(head)) return 'program';
  return isArchive(head) ? 'archive' : null;
}

const isProgram = (head: Uint8Array): boolean =>
  beginsWith(head, 0x4d, 0x5a) || // Windows
  beginsWith(head, 0x7f, 0x45, 0x4c, 0x46) || // ELF
  beginsWith(head, 0xca, 0xfe, 0xba, 0xbe) || // Java, Mach-O
  beginsWith(head, 0xcf, 0xfa, 0xed, 0xfe) || // Mach-O
  beginsWith(head, 0x00, 0x61, 0x73, 0x6d); // WebAssembly
const isArchive = (head: Uint8Array): boolean =>
  beginsWith(head, 0x1f, 0x8b) || // gzip
  beginsWith(head, 0x37, 0x7a, 0xbc, 0xaf) || // 7z
  ascii(head, 0, 4) === 'Rar!' ||
  beginsWith(head, 0xfd, 0x37, 0x7a, 0x58) || // xz
  beginsWith(head, 0x42, 0x5a, 0x68); // bzip2

const OPEN_XML_FOLDERS: Record<string, readonly string[]> = {
  'word/': ['.docx', '.docm'],
  'xl/': ['.xlsx', '.xlsm'],
  'ppt/': ['.pptx', '.pptm'],
};
const OPEN_XML = Object.values(OPEN_XML_FOLDERS).flat();
const BY_MIME_ENTRY: Record<string, string> = {
  'application/vnd.oasis.opendocument.text': '.odt',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'application/vnd.oasis.opendocument.presentation': '.odp',
  'application/epub+zip': '.epub',
};
const ZIPPED = [...OPEN_XML, ...Object.values(BY_MIME_ENTRY)];
/** Types whose content is text. */
const TEXTUAL = ['.txt', '.md', '.csv', '.html', '.eml'];
const isTextual = (type: FileType): boolean => type.category === 'code' || TEXTUAL.includes(type.extension);

/**
 * The document that a zip container is, by its entries as far as they are known; null: none, '' : not to be told yet.
 */
function zippedExtension(names: readonly string[], mime: string | null, named: string): string | null {
  if (mime !== null) return BY_MIME_ENTRY[mime] ?? null;
  for (const [folder, extensions] of Object.entries(OPEN_XML_FOLDERS))
    if (names.some((name) => name.startsWith(folder)))
      return extensions.includes(named) ? named : (extensions[0] ?? null);
  return null;
}

/**
 * Names of the entries whose headers stand in the first bytes of a zip, and the text of `mimetype`, which comes first.
 */
export function entriesOfHead(head: Uint8Array): { names: string[]; mime: string | null } {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const names: string[] = [];
  let mime: string | null = null;
  let at = 0;
  while (at + 30 <= head.length && view.getUint32(at, true) === 0x04034b50) {
    const size = view.getUint32(at + 18, true);
    const nameLength = view.getUint16(at + 26, true);
    const data = at + 30 + nameLength + view.getUint16(at + 28, true);
    const name = ascii(head, at + 30, nameLength);
    names.push(name);
    if (names.length === 1 && name === 'mimetype' && size < 100) mime = ascii(head, data, size).trim();
    // the size follows the data where it was not known before
    if ((view.getUint16(at + 6, true) & 8) !== 0 && size === 0) break;
    at = data + size;
  }
  return { names, mime };
}

/**
 * The type by content. A name that says another type is corrected where the content is harmless (`isOther`).
 * @param head the first bytes, 4 KB or all of a shorter file
 * @param entries names of all entries of a zip, once they are known
 * @throws FILE_CONTENT_EMPTY, FILE_TYPE_NOT_SUPPORT, FILE_TYPE_MISMATCH
 */
export function detectType(
  head: Uint8Array,
  name: string,
  entries?: { names: readonly string[]; mime: string | null },
): DetectedType {
  if (head.length === 0) throw cannotParse('FILE_CONTENT_EMPTY');
  const named = typeOfName(name);
  if (!named && extensionOf(name)) throw cannotParse('FILE_TYPE_NOT_SUPPORT');
  const content = contentOf(head);
  const mismatch = (): never => {
    throw cannotParse(named ? 'FILE_TYPE_MISMATCH' : 'FILE_TYPE_NOT_SUPPORT');
  };
  if (content === 'program' || content === 'archive') return mismatch();
  if (content === 'ole')
    return named && OPEN_XML.includes(named.extension) ? { type: named, isOther: false } : mismatch();
  if (content === 'zip') return zipped(head, named, entries) ?? mismatch();
  if (content === 'text') return textual(named) ?? mismatch();
  if (content === null) {
    // Damage and truncation are told by the parser; a picture or sound of unknown bytes is none.
    if (named && !isTextual(named) && named.category === 'document') return { type: named, isOther: false };
    return mismatch();
  }
  const type = typeOfExtension(content.extension)!;
  if (!named || named.mimeType === type.mimeType) return { type: named ?? type, isOther: false };
  // a recording is kept as it is, never taken for a document or the reverse
  if ((named.category === 'audio') !== (type.category === 'audio')) return mismatch();
  return { type, isOther: true };
}

function zipped(
  head: Uint8Array,
  named: FileType | null,
  entries: Parameters<typeof detectType>[2],
): DetectedType | null {
  const { names, mime } = entries ?? entriesOfHead(head);
  const extension = zippedExtension(names, mime, named?.extension ?? '');
  if (extension) return { type: typeOfExtension(extension)!, isOther: named !== null && named.extension !== extension };
  // The first bytes of an Office file may not reach the entry that tells its kind: the name is taken until all are
  // read.
  return !entries && named && ZIPPED.includes(named.extension) ? { type: named, isOther: false } : null;
}

/** Text is never a picture or a sound: SVG and HTML under such a name would be shown as what they are not. */
function textual(named: FileType | null): DetectedType | null {
  if (!named) return { type: typeOfExtension('.txt')!, isOther: false };
  if (isTextual(named)) return { type: named, isOther: false };
  return named.category === 'document' ? { type: typeOfExtension('.txt')!, isOther: true } : null;
}

/** As `detectType`, null where the file cannot be taken. */
export function fileTypeOf(head: Uint8Array, name: string): FileType | null {
  try {
    return detectType(head, name).type;
  } catch {
    return null;
  }
}
