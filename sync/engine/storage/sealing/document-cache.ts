/** LRU cache of decrypted documents. A version is identified by its revision and write time. */

interface Versioned {
  _rev: string;
  _meta: { lwt: number };
}

export class DocumentCache<D extends Versioned> {
  private readonly held = new Map<string, { document: D; size: number }>();
  private bytes = 0;

  /** @param capacity capacity in bytes, by the given sizes */
  constructor(private readonly capacity: number) {}

  /** The document in exactly this version. */
  get(place: string, { _rev, _meta }: Versioned): D | undefined {
    const known = this.held.get(place);
    if (!known || known.document._rev !== _rev || known.document._meta.lwt !== _meta.lwt) return undefined;
    this.held.delete(place);
    this.held.set(place, known);
    return known.document;
  }

  put(place: string, document: D, size: number): void {
    const before = this.held.get(place);
    if (before) {
      this.held.delete(place);
      this.bytes -= before.size;
    }
    if (size > this.capacity / 8) return;
    this.held.set(place, { document, size });
    this.bytes += size;
    for (const [oldest, { size: freed }] of this.held) {
      if (this.bytes <= this.capacity) break;
      this.held.delete(oldest);
      this.bytes -= freed;
    }
  }
}
