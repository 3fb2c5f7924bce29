/**
 * Width of text in columns, for rows of a list: a Chinese, Japanese or Korean character takes two (East Asian Width W
 * and F, Unicode Standard Annex 11).
 */
const FULL_WIDTH =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/;

/** The first position from which the text up to `end` takes at most `columns`. A surrogate pair takes two columns. */
export function columnsBefore(text: string, end: number, columns: number): number {
  let [at, left] = [end, columns];
  while (at > 0) {
    left -= FULL_WIDTH.test(text[at - 1]!) ? 2 : 1;
    if (left < 0) break;
    at -= 1;
  }
  return at;
}
