/**
 * Parsing of files and web pages. Each file has a process of its own, which ends with it: what a hostile document does
 * to its parser ends there, too (docs/decisions/069). Pages of one website in one run share theirs
 * (docs/decisions/086).
 *
 *   parse ─► its company's turn ─► process ◄─ order and bytes
 *                                     │ killed on: time, memory, answer too long, cancel, end of the server
 *                                     └─► text, checked
 */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { ParsedText } from '../../sync/model/parsed-text';
import { CallError } from '../../sync/protocol/errors';
import { cannotParse } from './failure';
import { PARSING, type ParsingLimits } from './limits';
import { ParsedPageAnswer, type Order, type ParsedPage } from './messages';
import { KeptParsers } from './kept-parsers';
import { pageKind } from './page-kind';
import { runParser, type ParserJob, type ParserResult } from './parser-process';
import { Turns } from './turns';

export type { ParsedPage } from './messages';

export interface ParseOptions {
  /** Its reason is what an aborted call rejects with. */
  signal: AbortSignal;
  /** @param share of the work, 0 to 1 */
  progress?(share: number): void;
}

export interface FileToParse {
  /** Read once the company's turn has come. */
  bytes: Buffer | AsyncIterable<Uint8Array>;
  name: string;
  companyId: string;
  /** languages that pictures of text are expected in, the likeliest first (BCP 47) */
  languages?: readonly string[];
}
export interface PageToParse {
  body: Buffer;
  /** header of the response */
  contentType: string | undefined;
  /** after redirects */
  url: string;
  companyId: string;
  /**
   * the website and run whose pages of HTML one process may parse, one after another; a process of its own by default
   */
  website?: string | undefined;
}

/** Resources that a parse used. */
export interface ParseMeasure {
  ms: number;
  peakBytes: number;
}

/**
 * Failures are CallErrors: FILE_ENCRYPTED, FILE_DAMAGED, FILE_TOO_COMPLEX, FILE_PARSE_TIMEOUT, FILE_TYPE_NOT_SUPPORT,
 * FILE_TYPE_MISMATCH, FILE_CONTENT_EMPTY; of pages LINK_NEEDS_BROWSER and LINK_TYPE_NOT_SUPPORT, too. An error of the
 * source of the bytes is passed on as it is.
 */
export interface Parsing {
  parse(original: FileToParse, options: ParseOptions): Promise<ParsedText>;
  parsePage(page: PageToParse, options: ParseOptions): Promise<ParsedPage>;
  /** Kills what runs; nothing is parsed afterwards. */
  close(): void;
}

export interface ParsingDependencies {
  log: Pick<Logger, 'debug' | 'warn'>;
  processes?: number;
  limits?: Partial<ParsingLimits>;
  measured?: (measure: ParseMeasure) => void;
  /** module of a parser process, for tests */
  entry?: URL;
}

/** most UTF-16 units of a header that is passed to a parser */
const HEADER_UNITS = 1000;

export function createParsing({
  log,
  processes = PARSING.processes,
  limits: changed,
  measured,
  entry,
}: ParsingDependencies): Parsing {
  const limits: ParsingLimits = { ...PARSING, ...changed };
  const turns = new Turns(processes);
  const kept = new KeptParsers(limits, processes, entry);
  const closing = new AbortController();

  async function run<S extends v.GenericSchema>(
    schema: S,
    companyId: string,
    order: Order,
    bytes: FileToParse['bytes'],
    { signal: canceled, progress }: ParseOptions,
    parseWith: (job: ParserJob) => Promise<ParserResult> = runParser,
  ): Promise<v.InferOutput<S>> {
    const signal = AbortSignal.any([canceled, closing.signal]);
    return turns.take(companyId, signal, async () => {
      const began = performance.now();
      try {
        const answer = await parseWith({
          order,
          bytes,
          limits: { ...limits, time: order.time },
          signal,
          progress,
          entry,
        });
        const ms = Math.round(performance.now() - began);
        measured?.({ ms, peakBytes: answer.peakBytes });
        log.debug({ companyId, ms, peakBytes: answer.peakBytes }, 'an original was parsed');
        return checked(schema, answer);
      } catch (error) {
        if (error instanceof CallError)
          log.debug({ companyId, code: error.code, err: error.cause }, 'an original could not be parsed');
        throw error;
      }
    });
  }

  const terms = (time = limits.time): Pick<Order, 'time' | 'limit' | 'scratch'> => ({
    time,
    limit: PARSING.original,
    scratch: join(tmpdir(), `satchel-parser-${randomUUID()}`),
  });
  return {
    parse: ({ bytes, name, companyId, languages = [] }, options) =>
      run(ParsedText, companyId, { kind: 'file', name, languages, ...terms() }, bytes, options),
    parsePage({ body, contentType: header, url, companyId, website }, options) {
      const contentType = header?.slice(0, HEADER_UNITS);
      const isHtml = pageKind(body, contentType) === 'html';
      const order = { kind: 'page', url, contentType, ...terms(isHtml ? limits.pageTime : limits.time) } as const;
      // what reads other content is native code, and keeps more memory
      if (website === undefined || !isHtml || closing.signal.aborted)
        return run(ParsedPageAnswer, companyId, order, body, options);
      const ofMany = { ...order, bytes: body.length };
      return run(ParsedPageAnswer, companyId, ofMany, body, options, (job) =>
        kept.parse(JSON.stringify([companyId, website]), job),
      );
    },
    close() {
      closing.abort(new Error('The server closes.'));
      kept.close();
    },
  };
}

/** The process has read the document, so its answer is as little trusted. */
function checked<S extends v.GenericSchema>(schema: S, { result }: ParserResult): v.InferOutput<S> {
  const parsed = v.safeParse(schema, result);
  if (!parsed.success) throw cannotParse('FILE_DAMAGED', new Error('The parser gave a text beyond its limits.'));
  return parsed.output;
}
