/** Search in the terms of an organization on the device: all terms are in memory, folded once. */
import { fold } from '../text/fold';

export interface SearchedTerm {
  id: string;
  term: string;
  definition: string;
  reading?: string | undefined;
}

interface Entry<T> {
  row: T;
  term: string;
  reading: string;
  definition: string;
}

/** A searchable list of terms. Rows that are the same objects as in the `last` list are not folded again. */
export class TermSearch<T extends SearchedTerm> {
  private readonly entries: Entry<T>[];

  constructor(rows: readonly T[], last?: TermSearch<T>) {
    const known = new Map(last?.entries.map((entry) => [entry.row, entry]));
    this.entries = rows.map(
      (row) =>
        known.get(row) ?? {
          row,
          term: fold(row.term).text,
          reading: fold(row.reading ?? '').text,
          definition: fold(row.definition).text,
        },
    );
  }

  /**
   * Terms whose name, reading or definition contains every word of the search: first those that begin with the search,
   * then those that contain it, then the others; each group in the order of the list. All terms for an empty search.
   */
  find(search: string): T[] {
    const asked = fold(search).text.trim();
    if (asked === '') return this.entries.map(({ row }) => row);
    const words = asked.split(/\s+/u);
    const groups: [T[], T[], T[]] = [[], [], []];
    for (const { row, term, reading, definition } of this.entries) {
      const isNamed = (word: string): boolean => term.includes(word) || reading.includes(word);
      if (!words.every((word) => isNamed(word) || definition.includes(word))) continue;
      const place =
        term.startsWith(asked) || (reading !== '' && reading.startsWith(asked)) ? 0 : isNamed(asked) ? 1 : 2;
      groups[place].push(row);
    }
    return groups.flat();
  }
}
