/**
 * The addresses of a website that are still to be read, breadth first. Each address is admitted once; their number is
 * limited, so that a site of endless calendars ends.
 */
import { linkAddress, linkIdentity } from '../../../sync/model/link-address';

/** attempts for each page that may be stored: pages that fail, redirect or are duplicates use up attempts, too */
const ATTEMPTS_PER_PAGE = 2;
const ATTEMPTS_MORE = 20;
const REDIRECTS_MAX = 5;

/** Extensions of files that are neither pages nor PDF. */
const OTHER_CONTENT =
  /\.(7z|avi|avif|bmp|bz2|css|csv|docx?|dmg|eot|epub|exe|gif|gz|heic|ico|iso|jar|jpe?g|js|json|m4[av]|mkv|mov|mp[34]|mpe?g|msi|odp|ods|odt|og[agv]|otf|pkg|png|pptx?|rar|rss|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|wmv|woff2?|xlsx?|xml|zip)$/i;

export interface Visit {
  address: string;
  /** links between it and the first page */
  depth: number;
  /** redirects that led here; none by default */
  redirects?: number;
}

export interface FrontierSettings {
  depth: number;
  pageLimit: number;
}

/** The site of an address: http and https on their usual ports are one. */
const siteOf = (url: URL): string => (url.port === '' ? url.hostname : url.origin);

/** Whether two addresses are of one site, `www.` aside. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) => siteOf(new URL(address)).replace(/^www\./, ''));
  return a === b;
}

export class Frontier {
  private queue: Visit[] = [];
  private readonly admitted = new Set<string>();
  private readonly excluded: ReadonlySet<string>;
  /** with and without `www.`, once the first page has redirected from one to the other */
  private readonly sites: Set<string>;
  private origin: string;
  private readonly capacity: number;
  /** an address was left out because of the limit on their number */
  isOverfull = false;

  /** @param excluded identities of pages that are not to be read */
  constructor(
    first: string,
    private readonly settings: FrontierSettings,
    excluded: Iterable<string> = [],
  ) {
    this.excluded = new Set(excluded);
    this.origin = new URL(first).origin;
    this.sites = new Set([siteOf(new URL(first))]);
    this.capacity = settings.pageLimit * ATTEMPTS_PER_PAGE + ATTEMPTS_MORE;
    this.admit(first, 0);
  }

  /** of the site, as far as it is known */
  get siteOrigin(): string {
    return this.origin;
  }

  get waiting(): number {
    return this.queue.length;
  }

  next(): Visit | undefined {
    return this.queue.shift();
  }

  /** The absolute address of a link, with the site's origin; null if it leads to another site or to no page. */
  private inside(address: string, base: string): string | null {
    const absolute = linkAddress(address, base);
    if (absolute === null) return null;
    const url = new URL(absolute);
    if (!this.sites.has(siteOf(url)) || OTHER_CONTENT.test(url.pathname)) return null;
    return url.origin === this.origin ? absolute : `${this.origin}${absolute.slice(url.origin.length)}`;
  }

  private admit(address: string, depth: number): boolean {
    const identity = linkIdentity(address);
    if (this.admitted.has(identity) || this.excluded.has(identity)) return false;
    if (this.admitted.size >= this.capacity) {
      this.isOverfull = true;
      return false;
    }
    this.admitted.add(identity);
    this.queue.push({ address: identity, depth });
    return true;
  }

  /** The links of a page, resolved on its address, that `addLinks` would admit. */
  newLinks(links: readonly string[], from: Visit): string[] {
    if (from.depth >= this.settings.depth) return [];
    const found = new Set<string>();
    for (const link of links) {
      // one more than the capacity, so that adding them sets isOverfull
      if (this.admitted.size + found.size > this.capacity) break;
      const address = this.inside(link, from.address);
      const identity = address === null ? null : linkIdentity(address);
      if (identity !== null && !this.admitted.has(identity) && !this.excluded.has(identity)) found.add(identity);
    }
    return [...found];
  }

  /** @param links as `newLinks` gave them */
  addLinks(links: readonly string[], from: Visit): void {
    for (const link of links) this.admit(link, from.depth + 1);
  }

  /** The identity of a page that names a canonical address; one of another site is ignored. */
  canonical(canonical: string, address: string): string {
    const named = canonical === '' ? null : this.inside(canonical, address);
    return linkIdentity(named ?? address);
  }

  /** Adds pages that an earlier reading stored, as the last ones: they may not be linked any more. */
  addKnown(identities: readonly string[]): void {
    for (const identity of identities) this.admit(identity, this.settings.depth);
  }

  /**
   * Follows a redirect: its target is the next visit. The redirect of the first page may change the origin of the site.
   * Returns false if it leads to another site, or is one of too many in a row.
   */
  follow(target: string, from: Visit): boolean {
    const redirects = (from.redirects ?? 0) + 1;
    if (redirects > REDIRECTS_MAX) return false;
    if (from.depth === 0 && isSameSite(target, from.address)) {
      const url = new URL(target);
      this.origin = url.origin;
      this.sites.add(siteOf(url));
    }
    const address = this.inside(target, from.address);
    if (address === null) return false;
    if (this.admit(address, from.depth)) this.queue.unshift({ ...this.queue.pop()!, redirects });
    return true;
  }

  /** Marks an address as read under another one: its canonical address. */
  markRead(identity: string): void {
    this.admitted.add(identity);
    this.queue = this.queue.filter(({ address }) => address !== identity);
  }
}
