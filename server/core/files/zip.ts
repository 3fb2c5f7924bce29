/**
 * Streams many files as one zip. One blob is open at a time; the next is opened when the client has received the last
 * one. Files that cannot be read are listed in a text file inside the zip.
 */
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { cleanFileName, freeName, nameKey } from '../../../sync/model/file-name';
import { typeOfName } from '../../../sync/model/file-types';
import { DEFAULT_LANGUAGE, isLanguage } from '../../../sync/model/languages';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { installed } from '../../platform/installation';

/** name of the text file that lists missing files */
const MISSING_NAME = 'not-included.txt';
/** characters that some file systems do not allow in a name */
const UNSAFE = /[<>:"|?*\u0000-\u001f]/g;
/** names that Windows reserves for devices */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export interface ZippedFile {
  name: string;
  /** bytes */
  size: number;
  /** milliseconds since the epoch */
  changedAt: number;
  open(): Promise<Readable>;
}

/** A file that is not in the zip, with the code of the reason. */
export interface MissingFile {
  name: string;
  code: ErrorCode;
}

/** Returns a name for an entry that is no path and is unique in the zip, also if case is ignored. */
export function entryName(name: string, used: Set<string>): string {
  const safe =
    cleanFileName(name)
      .replace(UNSAFE, '_')
      .replace(/[. ]+$/, '')
      .replace(/^\.+/, '_') || 'file';
  const free = freeName(DEVICE.test(safe) ? `_${safe}` : safe, (key) => used.has(key));
  used.add(nameKey(free));
  return free;
}

function textOf(lang: string, code: ErrorCode): string {
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  return (JSON.parse(readFileSync(installed(`locales/${language}/errors.json`), 'utf8')) as Record<string, string>)[
    code
  ]!;
}

/**
 * Writes the zip to `target` and ends it.
 * @param files read one after another; a file whose `open` throws a CallError is listed as missing
 * @param signal aborts when the client disconnects
 */
export async function writeZip(
  files: AsyncIterable<ZippedFile | MissingFile>,
  target: Writable,
  { lang, signal }: { lang: string; signal: AbortSignal },
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const failed = new AbortController();
  zip.on('error', (error: unknown) => failed.abort(error));
  const until = AbortSignal.any([signal, failed.signal]);
  // reserve the name of the text file, which is added at the end
  const used = new Set<string>([nameKey(MISSING_NAME)]);
  const missing: string[] = [];
  output.pipe(target);
  try {
    for await (const file of files) {
      until.throwIfAborted();
      if ('code' in file) {
        missing.push(`${file.name || '–'}: ${textOf(lang, file.code)}`);
        continue;
      }
      let body: Readable;
      try {
        body = await file.open();
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        missing.push(`${file.name}: ${textOf(lang, 'FILE_NOT_STORED')}`);
        continue;
      }
      const compress = ['code', 'document'].includes(typeOfName(file.name)?.category ?? '') && isPlain(file.name);
      zip.addReadStream(body, entryName(file.name, used), {
        mtime: new Date(file.changedAt),
        size: file.size,
        compress,
      });
      try {
        await finished(body, { signal: until });
      } finally {
        body.destroy();
      }
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(`${missing.join('\r\n')}\r\n`), MISSING_NAME);
    zip.end();
    await finished(target, { signal: until });
  } catch (error) {
    // destroy the connection, so that the client does not take an incomplete zip for a complete one
    target.destroy();
    output.destroy();
    if (!signal.aborted) throw failed.signal.aborted ? failed.signal.reason : error;
  }
}

/** Whether compression saves space: Office files and PDFs are already compressed. */
const isPlain = (name: string): boolean =>
  /\.(txt|md|csv|html|eml|rtf)$/i.test(name) || typeOfName(name)?.category === 'code';
