/** Comma-separated values: a part for each row, with its line. */
import Papa from 'papaparse';
import { decoded } from './text';
import type { Format } from './format';

/** characters from which the separator is guessed */
const SAMPLE = 64 * 1024;
const SEPARATORS = [',', ';', '\t', '|'];

export const parseCsv: Format = async ({ bytes }, { text }) => {
  const source = decoded(bytes);
  let [line, at] = [1, 0];
  Papa.parse<string[]>(source, {
    // its fast mode splits the whole text into lines before the first row
    fastMode: false,
    delimiter: separatorOf(source.slice(0, SAMPLE)),
    step: ({ data, meta }, parser) => {
      const cells = data.map((cell) => cell.replace(/[\t\n]+/g, ' ').trim());
      if (cells.some((cell) => cell)) text.add('tableRow', cells.join('\t'), { line });
      // a quoted cell may have line ends
      for (let next = source.indexOf('\n', at); next >= 0 && next < meta.cursor; next = source.indexOf('\n', next + 1))
        line += 1;
      at = meta.cursor;
      if (text.isFull) parser.abort();
    },
  });
  return {};
};

/** The separator that is most frequent in the first line that has one. */
function separatorOf(sample: string): string {
  for (const line of sample.split('\n')) {
    const counts = SEPARATORS.map((separator) => line.split(separator).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return SEPARATORS[counts.indexOf(most)]!;
  }
  return ',';
}
