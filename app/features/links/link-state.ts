/** The state of a website or page as one word. */
import { shownHost } from '../../../sync/model/shown-host';
import type { CrawlState, ProjectItem } from '../../../sync/model/kinds/project-items';
import type { DotTone } from '~/ui/data/state-dot';

export type LinkStateId = Exclude<CrawlState, 'none'>;
export interface LinkState {
  /** a key of `links:state` texts */
  id: LinkStateId;
  tone: DotTone;
}

const TONES: Record<LinkStateId, DotTone> = {
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

/** Percent-encoded letters as letters; unchanged where they are none of UTF-8. */
const decoded = (part: string): string => {
  try {
    return decodeURI(part);
  } catch {
    return part;
  }
};

/** An address for people: `example.org/guide`, without scheme, `www.` and a slash at the end. */
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

/** How far a page is from the first page of its website, by the folders of its address: its indent in a list. */
export const depthOf = (url: string): number => {
  try {
    return Math.min(6, new URL(url).pathname.split('/').filter(Boolean).length);
  } catch {
    return 0;
  }
};
