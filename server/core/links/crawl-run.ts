/**
 * Reading a website: a run (server/runs, decision 073) whose steps are requests to its addresses, breadth first from
 * the first page (frontier.ts). A later attempt, or another process, goes on after the finished steps.
 *
 *   waiting ──► crawling ──► crawled
 *      ▲            ├ the host's pace asks for a longer wait: goes on in a later job
 *      │            ├ the first page is unreachable: tried again with backoff
 *      │            ├ another page fails: it keeps its last snapshot, the others are read
 *      │            └ cancelled, forbidden, a limit of the organization, many pages fail in a row ──► canceled | failed,
 *      └ restart ───┘                                                        with the pages that were read
 */
import { linkAddress } from '../../../sync/model/link-address';
import { projectItems } from '../../../sync/model/kinds/project-items';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { RunFailure } from '../../runs/failure';
import type { RunKind } from '../../runs/run';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';
import { Frontier, isSameSite, type Visit } from './frontier';
import { awaitReading, endReading, markReading, totalsOf } from './link-states';
import type { ReadPage } from './page-reader';
import type { PageRow } from './page-rows';
import {
  conditionsOf,
  failureOf,
  failureOfReading,
  readingParts,
  stepOf,
  type ReadingContext,
  type ReadingParts,
} from './reading';
import { CRAWL_RUN, type ReadingInput } from './reading-requests';
import { readSitemap, type Sitemap } from './sitemap';

const ATTEMPTS = 4;
/** milliseconds after which another website of the organization has its turn */
const TURN_MS = 2 * 60_000;
/** requests to an address whose server asks to come back later */
const BUSY_MAX = 3;
/** pages in a row that cannot be reached or parsed, after which the site is given up */
const FAILURES_MAX = 10;
/** errors of pages that exhausted the parser's time or memory */
const EXHAUSTING: readonly ErrorCode[] = ['FILE_PARSE_TIMEOUT', 'FILE_TOO_COMPLEX'];
const SITEMAP_FILES = 10;
/** milliseconds between two changes of the website's row while it is read */
const TOTALS_MS = 5_000;

/** Errors with which a page that never was stored is listed, so that a person can read it again. */
const LISTED: readonly ErrorCode[] = [
  'WEBSITE_URL_NOT_ACCESSIBLE',
  'WEBSITE_TIMEOUT',
  'WEBSITE_TOO_LARGE',
  'LINK_NEEDS_BROWSER',
  'FILE_ENCRYPTED',
  'FILE_DAMAGED',
  'FILE_TOO_COMPLEX',
  'FILE_PARSE_TIMEOUT',
];

/** Result of a step. `passed`: a duplicate, or a page without text, whose links count. */
type Step =
  | { result: 'stored' | 'passed'; links: string[]; address: string }
  | { result: 'redirect'; to: string }
  | { result: 'busy' }
  | { result: 'failed'; countsInRow: boolean; isListed: boolean };

interface Site {
  id: string;
  url: string;
  depth: number;
  pageLimit: number;
}

class Crawl {
  private readonly frontier: Frontier;
  /** identities of the pages that this run has stored */
  private readonly stored = new Set<string>();
  private failuresInRow = 0;
  private hasFailures = false;
  private hasSitemaps = false;

  constructor(
    private readonly core: CoreServices,
    private readonly context: ReadingContext,
    private readonly parts: ReadingParts,
    private readonly site: Site,
    private readonly known: readonly { address: string; removed: boolean }[],
  ) {
    const removed = known.flatMap((page) => (page.removed ? [page.address] : []));
    this.frontier = new Frontier(site.url, site, removed);
  }

  /** Throws RunFailure if nothing could be read. `isPartly`: pages of the site are missing. */
  async all(): Promise<{ isPartly: boolean }> {
    const { pageLimit } = this.site;
    const { clock } = this.core.platform;
    let totalsAt = clock.now();
    for (let visit = this.frontier.next(); visit; visit = this.frontier.next()) {
      await this.visit(visit);
      if (this.stored.size >= pageLimit) break;
      if (this.frontier.waiting === 0)
        this.frontier.addKnown(this.known.flatMap(({ address, removed }) => (removed ? [] : [address])));
      await this.context.progress(this.stored.size / Math.min(pageLimit, this.stored.size + this.frontier.waiting + 1));
      if (clock.now() - totalsAt < TOTALS_MS) continue;
      totalsAt = clock.now();
      await this.parts.snapshots.count(this.site.id, this.stored.size);
    }
    if (this.stored.size === 0) throw new RunFailure('WEBSITE_URL_NOT_ACCESSIBLE', { isFinal: true });
    return { isPartly: this.hasFailures || this.frontier.isOverfull || this.frontier.waiting > 0 };
  }

  private async visit(visit: Visit): Promise<void> {
    for (let attempt = 0; attempt < BUSY_MAX; attempt += 1) {
      const step = await this.context.step<Step>(stepOf('page', visit.address, attempt), visit, () =>
        this.read(visit, attempt === BUSY_MAX - 1),
      );
      if (step.result === 'busy') continue;
      if (step.result === 'failed') return this.countFailure(step);
      this.failuresInRow = 0;
      if (step.result === 'redirect') {
        this.frontier.follow(step.to, visit);
        return;
      }
      if (step.result === 'stored') this.stored.add(step.address);
      this.frontier.markRead(step.address);
      this.frontier.addLinks(step.links, visit);
      if (!this.hasSitemaps) await this.readSitemaps();
      return;
    }
  }

  private countFailure({ countsInRow, isListed }: Step & { result: 'failed' }): void {
    if (isListed) this.hasFailures = true;
    this.failuresInRow = countsInRow ? this.failuresInRow + 1 : 0;
    if (this.failuresInRow >= FAILURES_MAX) throw new RunFailure('WEBSITE_URL_NOT_ACCESSIBLE', { isFinal: true });
  }

  /** One request. */
  private async read(visit: Visit, isLastAttempt: boolean): Promise<Step> {
    const { reader, snapshots } = this.parts;
    const row = await snapshots.rows.byUrl(this.site.id, visit.address);
    const reading = await reader.read(visit.address, conditionsOf(row), this.context.signal);
    if (reading.result === 'redirect') return { result: 'redirect', to: reading.to };
    if (reading.result === 'page') return this.take(visit, reading);
    if (reading.result === 'unchanged') return this.keep(visit, row!);
    if (reading.result === 'busy' && !isLastAttempt) return { result: 'busy' };
    // without its first page, nothing of the site can be read
    if (visit.depth === 0) throw failureOfReading(reading);
    const code = reading.result === 'failed' ? reading.code : 'WEBSITE_URL_NOT_ACCESSIBLE';
    const isListed = reading.result !== 'gone' && LISTED.includes(code);
    await snapshots.failed(this.site.id, visit.address, code, isListed);
    return {
      result: 'failed',
      countsInRow: reading.result === 'failed' && (reading.isTemporary || EXHAUSTING.includes(code)),
      isListed,
    };
  }

  private async take(visit: Visit, page: ReadPage): Promise<Step> {
    const { snapshots } = this.parts;
    const address = this.frontier.canonical(page.canonical, visit.address);
    const links = this.frontier.newLinks(page.links, visit);
    // another address of a page that was read
    if (page.text.parts.length === 0 || this.stored.has(address)) return { result: 'passed', links, address };
    const stored = await snapshots.store(this.site.id, { address, url: visit.address, page });
    if (visit.depth === 0) await snapshots.nameSite(this.site.id, page.text.title);
    return { result: stored === 'duplicate' || stored === 'removed' ? 'passed' : 'stored', links, address };
  }

  private async keep(visit: Visit, row: PageRow): Promise<Step> {
    const links = this.frontier.newLinks(row.links as string[], visit);
    if (this.stored.has(row.address)) return { result: 'passed', links, address: row.address };
    await this.parts.snapshots.unchanged(this.site.id, row.item_id);
    return { result: 'stored', links, address: row.address };
  }

  /** Adds the pages of the site's sitemaps, behind the links of its first page. */
  private async readSitemaps(): Promise<void> {
    this.hasSitemaps = true;
    if (this.site.depth === 0) return;
    const origin = this.frontier.siteOrigin;
    const from: Visit = { address: `${origin}/`, depth: 0 };
    const { sitemaps } = await this.parts.robots.of(origin, this.context.signal);
    const queue = [...new Set([...sitemaps, `${origin}/sitemap.xml`])];
    for (let n = 0; n < queue.length && n < SITEMAP_FILES; n += 1) {
      const address = linkAddress(queue[n]!, from.address);
      if (address === null || !isSameSite(address, origin)) continue;
      const found = await this.context.step<Sitemap>(stepOf('sitemap', address), address, () =>
        this.readSitemap(address, from),
      );
      this.frontier.addLinks(found.pages, from);
      queue.push(...found.sitemaps.filter((each) => !queue.includes(each)));
    }
  }

  private async readSitemap(address: string, from: Visit): Promise<Sitemap> {
    const { signal } = this.context;
    const { delayMs } = await this.parts.robots.of(address, signal);
    await this.parts.turn(address, delayMs);
    try {
      const { status, body } = await this.core.web.fetchLink(address, { accept: 'application/xml,text/xml', signal });
      if (status !== 200) return { pages: [], sitemaps: [] };
      const found = await readSitemap(body, { pages: 2 * this.site.pageLimit, sitemaps: SITEMAP_FILES });
      return { pages: this.frontier.newLinks(found.pages, from), sitemaps: found.sitemaps };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CallError) return { pages: [], sitemaps: [] };
      throw error;
    }
  }
}

export function crawlRun(core: CoreServices): RunKind<ReadingInput> {
  const { sync } = core;

  async function crawl(context: ReadingContext): Promise<void> {
    const { companyId, subject, input } = context;
    const parts = readingParts(core, context, true);
    const site = await markReading(sync, companyId, subject.id);
    const known = await parts.snapshots.rows.ofSite(site.id);
    const { isPartly } = await new Crawl(core, context, parts, site, known).all();
    await sync.write(companyId, async (tx) => {
      const now = tx.now();
      const item = await tx.get('projectItems', site.id);
      if (!item) return;
      await tx.put('projectItems', item.id, { notices: isPartly ? ['partly'] : [], contentAt: now });
      if (input.isAsked) await notifyOfEnd(tx, context.ownerId, item, false);
    });
  }

  return {
    name: CRAWL_RUN,
    queue: { concurrency: 4, isOnePerGroup: true },
    attempts: ATTEMPTS,
    attemptMs: TURN_MS,
    // the website stays with the organization
    whenOwnerLeaves: 'transfer',
    transaction: (companyId, work) => sync.write(companyId, work),
    handle: crawl,
    failureOf,
    ended: (run) =>
      sync.write(run.companyId, async (tx) => {
        const item = await endReading(sync, run, () => totalsOf(tx, run.subject.id));
        if (item && run.state === 'FAILED') await notifyOfEnd(tx, run.ownerId, item, true);
      }),
    restarted: (run) => awaitReading(sync, run),
  };
}

/** Notifies a person of the end of a crawl. */
const notifyOfEnd = (
  tx: SyncTransaction,
  userId: string,
  item: StoredDoc<'projectItems'>,
  isFailed: boolean,
): Promise<boolean> =>
  notify(tx, {
    userId,
    kind: isFailed ? 'websiteFailed' : 'websiteRead',
    params: { title: item.title || item.url },
    link: projectItems.link({ ...item }),
    subjectId: item.id,
  });
