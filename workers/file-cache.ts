/**
 * Files beside the precache, in a cache of their own: those of the console, on devices of people with access, and those
 * that are cached once the device has nothing else to do.
 */

/** Files to cache. `name`: of the cache; changes with any of the files. */
export interface FileList {
  name: string;
  files: string[];
}

export class FileCache {
  private readonly paths: ReadonlySet<string>;

  /** @param prefix of the cache names of all versions */
  constructor(
    private readonly prefix: string,
    private readonly list: FileList,
    private readonly caches: CacheStorage,
  ) {
    this.paths = new Set(list.files);
  }

  has(pathname: string): boolean {
    return this.paths.has(pathname);
  }

  async isFilled(): Promise<boolean> {
    const { name } = this.list;
    if (!(await this.caches.has(name))) return false;
    return (await (await this.caches.open(name)).keys()).length >= this.paths.size;
  }

  /** Caches all files or none: `addAll` is atomic. */
  async fill(): Promise<void> {
    if (!(await this.isFilled())) await (await this.caches.open(this.list.name)).addAll(this.list.files);
  }

  /**
   * On an update: caches the files again if the previous version had them. A failure does not fail the installation.
   */
  async renew(): Promise<void> {
    if ((await this.caches.keys()).some((name) => this.isVersion(name))) await this.fill().catch(() => undefined);
  }

  async deleteOld(): Promise<void> {
    for (const name of await this.caches.keys())
      if (this.isVersion(name) && name !== this.list.name) await this.caches.delete(name);
  }

  match(pathname: string): Promise<Response | undefined> {
    return this.caches.match(pathname, { cacheName: this.list.name });
  }

  private isVersion(name: string): boolean {
    return name.startsWith(this.prefix);
  }
}
