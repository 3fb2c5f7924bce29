/**
 * Zip containers of documents, checked before anything is decompressed: number of entries, expansion, encryption. An
 * archive within the archive is never opened.
 */
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { cannotParse } from '../failure';

export const ZIP = {
  entries: 10_000,
  /** bytes of all entries, and of one that is read as a whole */
  expanded: 200 * 1024 * 1024,
  read: 64 * 1024 * 1024,
  /** expansion of an entry above `ratioFrom` bytes; text of real documents reaches about 100 */
  ratio: 300,
  ratioFrom: 8 * 1024 * 1024,
} as const;

const ENCRYPTED = 1;

export interface Zip {
  names: readonly string[];
  has(name: string): boolean;
  /** Bytes of an entry; null if there is none. */
  read(name: string): Promise<Buffer | null>;
  /** The text of an entry (UTF-8), '' if there is none. */
  text(name: string): Promise<string>;
  /** Decompressed as it is consumed. */
  stream(name: string): AsyncIterable<Buffer>;
}

/** @throws FILE_DAMAGED, FILE_ENCRYPTED, FILE_TOO_COMPLEX */
export async function openZip(bytes: Buffer): Promise<Zip> {
  const file = await open(bytes);
  const entries = await entriesOf(file);
  check(entries.values());
  const stream = async function* (name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name);
    if (!entry) return;
    // the declared size is enforced: more bytes are an error
    for await (const part of await opened(file, entry)) yield part as Buffer;
  };
  const read = async (name: string): Promise<Buffer | null> => {
    const entry = entries.get(name);
    if (!entry) return null;
    if (entry.uncompressedSize > ZIP.read) throw cannotParse('FILE_TOO_COMPLEX');
    const parts: Buffer[] = [];
    for await (const part of stream(name)) parts.push(part);
    return Buffer.concat(parts);
  };
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read,
    text: async (name) => new TextDecoder().decode((await read(name)) ?? new Uint8Array()),
    stream,
  };
}

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, file) =>
      error ? reject(cannotParse('FILE_DAMAGED', error)) : resolve(file),
    ),
  );

const entriesOf = (file: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    if (file.entryCount > ZIP.entries) return reject(cannotParse('FILE_TOO_COMPLEX'));
    file.on('error', (error: Error) => reject(cannotParse('FILE_DAMAGED', error)));
    file.on('end', () => resolve(entries));
    file.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.readEntry();
  });

function check(entries: Iterable<Entry>): void {
  let total = 0;
  for (const { generalPurposeBitFlag, uncompressedSize, compressedSize } of entries) {
    if ((generalPurposeBitFlag & ENCRYPTED) !== 0) throw cannotParse('FILE_ENCRYPTED');
    total += uncompressedSize;
    if (total > ZIP.expanded || (uncompressedSize > ZIP.ratioFrom && uncompressedSize > compressedSize * ZIP.ratio))
      throw cannotParse('FILE_TOO_COMPLEX');
  }
}

const opened = (file: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> =>
  new Promise((resolve, reject) =>
    file.openReadStream(entry, (error, stream) =>
      error ? reject(cannotParse('FILE_DAMAGED', error)) : resolve(stream),
    ),
  );

/** Path of a part that another part refers to, relative to it; a leading slash means the container's root. */
export function partPath(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
