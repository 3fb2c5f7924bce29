/** Documents as they were opened or written lately, the least used forgotten first. A version is told by its revision and time of writing. */

interface Versioned {
  _rev: string;
  _meta: { lwt: number };
}

export class DocumentCache<D extends Versioned> {
  private readonly held = new Map<string, { document: D; size: number }>();
  private bytes = 0;

  /** @param most bytes, by the sizes told */
  constructor(private readonly most: number) {}

  /** The document in that very version. */
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
    if (size > this.most / 8) return;
    this.held.set(place, { document, size });
    this.bytes += size;
    for (const [oldest, { size: freed }] of this.held) {
      if (this.bytes <= this.most) break;
      this.held.delete(oldest);
      this.bytes -= freed;
    }
  }
}
