/** The rules of sites for robots: /robots.txt (RFC 9309), cached an hour for each origin. */
import robotsParser from 'robots-parser';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { Pace } from './pace';
import { ROBOTS_AGENT, type Web } from './web';
import './tables';

/** milliseconds for which an answer is cached, and for which a failed request is */
const FRESH_MS = 60 * 60_000;
const FAILED_MS = 60_000;
/** bytes of a file that are read; RFC 9309 section 2.5 requires at least 500 KiB */
const BODY_MAX = 512 * 1024;
/** UTF-16 units of all rules with wildcards: their matching takes time with the length of rule and address */
const WILDCARDS_MAX = 10_000;
/** milliseconds: the longest crawl-delay that is honoured */
const DELAY_MAX_MS = 30_000;
const SITEMAPS_MAX = 10;

export interface RobotsRules {
  isAllowed(address: string): boolean;
  /** crawl delay of the site: milliseconds between two requests; 0 for none */
  delayMs: number;
  sitemaps: readonly string[];
}

type Answer = { state: 'found' | 'none' | 'failed'; body: string };

const ALL: RobotsRules = { isAllowed: () => true, delayMs: 0, sitemaps: [] };

/** Truncates a file at BODY_MAX, and drops rules with wildcards beyond WILDCARDS_MAX. */
function bounded(text: string): string {
  let wildcards = 0;
  return text
    .slice(0, BODY_MAX)
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      if (!line.includes('*') || /^\s*user-agent/i.test(line)) return true;
      wildcards += line.length;
      return wildcards <= WILDCARDS_MAX;
    })
    .join('\n');
}

export function readRobots(origin: string, text: string): RobotsRules {
  const robots = robotsParser(`${origin}/robots.txt`, bounded(text));
  return {
    isAllowed: (address) => robots.isAllowed(address, ROBOTS_AGENT) !== false,
    delayMs: Math.min(Math.max(0, (robots.getCrawlDelay(ROBOTS_AGENT) || 0) * 1000), DELAY_MAX_MS),
    sitemaps: robots.getSitemaps().slice(0, SITEMAPS_MAX),
  };
}

export interface Robots {
  /**
   * The rules of the origin of an address. Throws WEBSITE_URL_NOT_ACCESSIBLE if they cannot be read: nothing is allowed
   * then, for a while. Throws the errors of the safe fetch that concern the address itself.
   */
  of(address: string, signal: AbortSignal): Promise<RobotsRules>;
}

export function createRobots(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  web: Pick<Web, 'fetch'>,
  pace: Pace,
): Robots {
  const known = new Map<string, RobotsRules>();

  async function cached(origin: string): Promise<Answer | null> {
    const row = await db
      .selectFrom('web_robots')
      .select(['state', 'body', 'fetched_at'])
      .where('origin', '=', origin)
      .executeTakeFirst();
    const freshMs = row?.state === 'failed' ? FAILED_MS : FRESH_MS;
    return row && row.fetched_at > clock.now() - freshMs ? row : null;
  }

  async function ask(origin: string, signal: AbortSignal): Promise<Answer> {
    const address = `${origin}/robots.txt`;
    await pace.turn(address, 0, signal);
    try {
      const { status, body } = await web.fetch(address, { accept: 'text/plain', signal });
      if (status >= 200 && status < 300)
        return { state: 'found', body: body.subarray(0, BODY_MAX).toString('utf8').replaceAll('\0', '') };
      // RFC 9309 section 2.3.1: a missing file allows everything, a failing server nothing
      return { state: status >= 400 && status < 500 && status !== 429 ? 'none' : 'failed', body: '' };
    } catch (error) {
      if (
        !(error instanceof CallError) ||
        error.code === 'WEBSITE_URL_NOT_PUBLIC' ||
        error.code === 'WEBSITE_PORT_NOT_ALLOWED' ||
        error.code === 'WEBSITE_URL_INVALID'
      )
        throw error;
      return { state: 'failed', body: '' };
    }
  }

  return {
    async of(address, signal) {
      const { origin } = new URL(address);
      const found = known.get(origin);
      if (found) return found;
      let answer = await cached(origin);
      if (!answer) {
        answer = await ask(origin, signal);
        const row = { ...answer, fetched_at: clock.now() };
        await db
          .insertInto('web_robots')
          .values({ origin, ...row })
          .onConflict((conflict) => conflict.column('origin').doUpdateSet(row))
          .execute();
      }
      if (answer.state === 'failed')
        throw new CallError('WEBSITE_URL_NOT_ACCESSIBLE', { message: 'The rules for robots cannot be read.' });
      const rules = answer.state === 'none' ? ALL : readRobots(origin, answer.body);
      known.set(origin, rules);
      return rules;
    },
  };
}
