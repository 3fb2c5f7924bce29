/** The uploads of a text's images, delivered to the views of single images. */
import type { ImageRow } from '../../../sync/engine/host/api';

export class ImageRows {
  private rows = new Map<string, ImageRow>();
  private readonly watchers = new Map<string, Set<() => void>>();

  readonly rowOf = (id: string): ImageRow | undefined => this.rows.get(id);

  readonly watch = (id: string, changed: () => void): (() => void) => {
    const all = this.watchers.get(id) ?? new Set();
    this.watchers.set(id, all.add(changed));
    return () => all.delete(changed);
  };

  set(rows: ImageRow[]): void {
    const before = this.rows;
    this.rows = new Map(rows.map((row) => [row.id, row]));
    for (const id of new Set([...before.keys(), ...this.rows.keys()])) {
      const [was, is] = [before.get(id), this.rows.get(id)];
      if (was?.state === is?.state && was?.sent === is?.sent) continue;
      for (const changed of this.watchers.get(id) ?? []) changed();
    }
  }
}
