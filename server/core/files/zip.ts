/**
 * Many files as one zip, streamed: one blob is open at a time, and the next is opened when the client has taken the
 * last one. What cannot be read by then is named in a text inside the zip.
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

/** of the text that names what is missing */
const MISSING_NAME = 'not-included.txt';
/** characters that some disk refuses in a name */
const UNSAFE = /[<>:"|?*\u0000-\u001f]/g;
/** names that Windows keeps for devices */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

export interface ZippedFile {
  name: string;
  /** bytes */
  size: number;
  /** milliseconds since the epoch */
  changedAt: number;
  open(): Promise<Readable>;
}

/** A file that is not in the zip, and why. */
export interface MissingFile {
  name: string;
  code: ErrorCode;
}

/** The name of an entry: never a path, and unlike all earlier ones, also where case does not count. */
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
 * @param files asked for one after another; a CallError says why one is missing
 * @param signal fires when nobody reads any more
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
  // the text about missing files is added at the end
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
    // an unfinished zip must not look like a whole one
    target.destroy();
    output.destroy();
    if (!signal.aborted) throw failed.signal.aborted ? failed.signal.reason : error;
  }
}

/** Office files and PDFs are compressed already. */
const isPlain = (name: string): boolean =>
  /\.(txt|md|csv|html|eml|rtf)$/i.test(name) || typeOfName(name)?.category === 'code';
