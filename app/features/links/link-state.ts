/** The crawl state of a website or page. */
import { shownHost } from '../../../sync/model/shown-host';
import type { CrawlState, ProjectItem } from '../../../sync/model/kinds/project-items';
import type { DotTone } from '~/ui/data/state-dot';

export type ShownCrawlState = Exclude<CrawlState, 'none'>;
export interface LinkState {
  /** a key of `links:state` texts */
  id: ShownCrawlState;
  tone: DotTone;
}

const TONES: Record<ShownCrawlState, DotTone> = {
  waiting: 'neutral',
  crawling: 'accent',
  crawled: 'success',
  failed: 'danger',
  canceled: 'warning',
};

export function linkState({ crawlStatus }: Pick<ProjectItem, 'crawlStatus'>): LinkState {
  const id = crawlStatus === 'none' ? 'waiting' : crawlStatus;
  return { id, tone: TONES[id] };
}

/** Decodes percent-encoded characters; unchanged if the bytes are not UTF-8. */
const decoded = (part: string): string => {
  try {
    return decodeURI(part);
  } catch {
    return part;
  }
};

/** A readable address: `example.org/guide`, without scheme, `www.` and trailing slash. */
export function shownAddress(url: string): { site: string; path: string } {
  try {
    const { hostname, port, pathname, search } = new URL(url);
    const path = decoded(pathname).replace(/\/$/, '') + decoded(search);
    const host = shownHost(hostname).replace(/^www\./, '');
    return { site: port ? `${host}:${port}` : host, path };
  } catch {
    return { site: url, path: '' };
  }
}

/** Number of folders in the address of a page, for its indentation. */
export const depthOf = (url: string): number => {
  try {
    return Math.min(6, new URL(url).pathname.split('/').filter(Boolean).length);
  } catch {
    return 0;
  }
};
