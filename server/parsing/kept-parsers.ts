/**
 * Parser processes that live on for the pages of one website in one run: a start takes longer than most pages. No other
 * website or organization is parsed by the same process.
 *
 *   page ─► kept for its website? ─► parse ─► kept ─► next page
 *                 └ no: a new one      │        └ no page for a while, or too many: ended
 *                                      └ any fault: ended; a later page than its first is parsed again in a new one
 */
import { CallError, type ErrorCode } from '../../sync/protocol/errors';
import type { ParsingLimits } from './limits';
import { ParserProcess, type ParserJob, type ParserResult } from './parser-process';

/** milliseconds without a page */
const IDLE_MS = 15_000;
const PAGES_MAX = 100;
/** share of the limit of memory above which a process is not kept */
const MEMORY_SHARE = 0.5;

/** Answers that say something of the page and nothing of the state of the process. */
const PLAIN: readonly ErrorCode[] = ['LINK_NEEDS_BROWSER', 'FILE_CONTENT_EMPTY'];
/** Faults that memory or state left by earlier pages may have caused. */
const UNCERTAIN: readonly ErrorCode[] = ['FILE_TOO_COMPLEX', 'FILE_DAMAGED'];

const isOneOf = (codes: readonly ErrorCode[], error: unknown): boolean =>
  error instanceof CallError && codes.includes(error.code);

export class KeptParsers {
  private isClosed = false;
  /** those that wait for a page, the longest first */
  private readonly idle = new Map<string, { parser: ParserProcess; timer: NodeJS.Timeout }>();

  /** @param most processes that wait at a time */
  constructor(
    private readonly limits: ParsingLimits,
    private readonly most: number,
    private readonly entry?: URL,
  ) {}

  /** @param website whose pages may share a process */
  async parse(website: string, job: ParserJob): Promise<ParserResult> {
    job.signal.throwIfAborted();
    const parser = this.take(website) ?? new ParserProcess(this.limits, this.entry);
    const isFirst = parser.originals === 0;
    try {
      const answer = await parser.run(job);
      if (answer.peakBytes > this.limits.memory * MEMORY_SHARE) parser.end();
      else this.keep(website, parser);
      return answer;
    } catch (error) {
      if (isOneOf(PLAIN, error)) this.keep(website, parser);
      else parser.end();
      if (!isFirst && isOneOf(UNCERTAIN, error)) return this.parse(website, job);
      throw error;
    }
  }

  /** Ends those that wait, and keeps none any more. */
  close(): void {
    this.isClosed = true;
    for (const website of this.idle.keys()) this.take(website)?.end();
  }

  private take(website: string): ParserProcess | null {
    const kept = this.idle.get(website);
    if (!kept) return null;
    clearTimeout(kept.timer);
    this.idle.delete(website);
    return kept.parser.isAlive ? kept.parser : null;
  }

  private keep(website: string, parser: ParserProcess): void {
    if (this.isClosed || !parser.isAlive || parser.originals >= PAGES_MAX) return parser.end();
    this.take(website)?.end();
    this.idle.set(website, { parser, timer: setTimeout(() => this.take(website)?.end(), IDLE_MS) });
    for (const longest of this.idle.keys()) if (this.idle.size > this.most) this.take(longest)?.end();
  }
}
