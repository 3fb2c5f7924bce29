/**
 * Arranges the cells of a note's table in columns. Each cell names its column, since devices may add rows and columns
 * concurrently.
 */

/** most cells of a table (rows × columns) that is arranged in columns; the rows of a larger one are read as written */
const PLACES_MAX = 200_000;
/** most names of columns; a table with more is read as written */
const NAMES_MAX = 1_000;

export interface TableGrid {
  columns: number;
  /** the column of each cell, by row */
  places: number[][];
}

/**
 * Places each cell in a column. The order of columns is that of the first row; a column that is missing there comes
 * after its neighbour to the left. A cell without a name, or with one that its row has already, takes the next column.
 * @param rows names of columns, by row and cell
 */
export function tableGrid(rows: (string | null)[][]): TableGrid {
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const asWritten = { columns: longest, places: rows.map((row) => row.map((_, i) => i)) };
  if (rows.length * longest > PLACES_MAX) return asWritten;
  const order: string[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    let left: string | null = null;
    for (const name of row) {
      if (name === null) continue;
      if (!known.has(name)) {
        known.add(name);
        if (known.size > NAMES_MAX) return asWritten;
        order.splice(left === null ? 0 : order.indexOf(left) + 1, 0, name);
      }
      left = name;
    }
  }
  const columnOf = new Map(order.map((name, i) => [name, i]));
  if (rows.length * order.length > PLACES_MAX) return asWritten;
  let columns = order.length;
  const places = rows.map((row) => {
    const taken = new Set<number>();
    const named = new Set(row.flatMap((name) => (name === null ? [] : [columnOf.get(name)!])));
    let last = -1;
    return row.map((name) => {
      let place = name === null ? -1 : columnOf.get(name)!;
      if (place < 0 || taken.has(place)) {
        place = last + 1;
        while (taken.has(place) || named.has(place)) place += 1;
      }
      taken.add(place);
      last = place;
      columns = Math.max(columns, place + 1);
      return place;
    });
  });
  return { columns, places };
}

/** The cells of a row by column. `empty` creates a cell for each missing column before the last cell. */
export function alignRow<T>(cells: T[], places: number[], empty: () => T): T[] {
  const out: T[] = [];
  cells.forEach((cell, i) => {
    while (out.length <= places[i]!) out.push(empty());
    out[places[i]!] = cell;
  });
  return out;
}
