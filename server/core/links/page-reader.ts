/**
 * Reads one address: robots.txt, the host's pace, one request, the parser. It follows no redirect, so that each address
 * is subject to the rules of its own site.
 */
import { createHash } from 'node:crypto';
import type { ParsedText } from '../../../sync/model/parsed-text';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import type { Parsing } from '../../parsing/parsing';
import type { Pace } from './pace';
import type { Robots } from './robots';
import type { Web } from './web';

export interface Conditions {
  etag: string;
  lastModified: string;
}

export interface ReadPage extends Conditions {
  result: 'page';
  text: Pick<ParsedText, 'title' | 'language' | 'parts' | 'outline' | 'pages' | 'notices'>;
  /** SHA-256 of the text, hex */
  hash: string;
  /** '' unless the page names one */
  canonical: string;
  links: readonly string[];
  contentType: string;
}

export type Reading =
  | ReadPage
  /** the same as at the earlier reading */
  | { result: 'unchanged' }
  | { result: 'redirect'; to: string }
  /** the server answers that there is no such page */
  | { result: 'gone' }
  /** the server asks to come back later */
  | { result: 'busy' }
  /** `isTemporary`: another attempt may succeed */
  | { result: 'failed'; code: ErrorCode; isTemporary: boolean };

export interface PageReader {
  /** Throws RunContinues if the host's pace asks for a longer wait, and the reason of the signal. */
  read(address: string, conditions: Conditions | null, signal: AbortSignal): Promise<Reading>;
}

/** milliseconds until the next request to a busy server that sends no Retry-After */
const BUSY_MS = 30_000;
/** UTF-16 units of a validator that is stored */
const VALIDATOR_MAX = 500;
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1';

/** Errors after which another attempt may succeed. */
const TEMPORARY: readonly ErrorCode[] = ['WEBSITE_URL_NOT_ACCESSIBLE', 'WEBSITE_TIMEOUT'];

const failed = (code: ErrorCode, isTemporary = TEMPORARY.includes(code)): Reading => ({
  result: 'failed',
  code,
  isTemporary,
});

/** Milliseconds of a Retry-After header: seconds or a date (RFC 9110 section 10.2.3). */
function retryMs(header: string | undefined, now: number): number {
  if (header === undefined) return BUSY_MS;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : BUSY_MS;
}

const validator = (header: string | undefined): string =>
  header !== undefined && header.length <= VALIDATOR_MAX ? header : '';

export const hashOf = ({ parts }: Pick<ParsedText, 'parts'>): string => {
  const hash = createHash('sha256');
  for (const { kind, text } of parts) hash.update(`\0${kind}\0${text}`);
  return hash.digest('hex');
};

export function createPageReader(parts: {
  web: Web;
  pace: Pace;
  robots: Robots;
  parser: Pick<Parsing, 'parsePage'>;
  companyId: string;
  /** of the run that reads a website; undefined for a single page */
  website?: string | undefined;
  now(): number;
}): PageReader {
  const { web, pace, robots, parser, companyId, website } = parts;

  async function answer(address: string, conditions: Conditions | null, signal: AbortSignal): Promise<Reading> {
    const rules = await robots.of(address, signal);
    if (!rules.isAllowed(address)) return failed('LINK_FORBIDDEN_BY_ROBOTS');
    await pace.turn(address, rules.delayMs, signal);
    const page = await web.fetch(address, {
      accept: ACCEPT,
      redirects: 'return',
      signal,
      ...(conditions ? { conditions } : {}),
    });
    const { status } = page;
    if (page.location !== undefined) return { result: 'redirect', to: page.location };
    if (status === 304 && conditions) return { result: 'unchanged' };
    if (status === 404 || status === 410) return { result: 'gone' };
    if (status === 429 || status === 503) {
      await pace.rest(address, retryMs(page.retryAfter, parts.now()));
      return { result: 'busy' };
    }
    if (status < 200 || status > 299) return failed('WEBSITE_URL_NOT_ACCESSIBLE', status >= 500);
    const {
      canonical,
      links,
      description: _,
      ...text
    } = await parser.parsePage(
      { body: page.body, contentType: page.contentType, url: page.url, companyId, website },
      { signal },
    );
    return {
      result: 'page',
      text,
      hash: hashOf(text),
      canonical,
      links,
      contentType: (page.contentType ?? '').split(';', 1)[0]!.trim().toLowerCase().slice(0, 200),
      etag: validator(page.etag),
      lastModified: validator(page.lastModified),
    };
  }

  return {
    async read(address, conditions, signal) {
      try {
        return await answer(address, conditions, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof CallError) return failed(error.code);
        throw error;
      }
    },
  };
}
