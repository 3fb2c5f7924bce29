/**
 * Decodes internationalised host names for display. A label is decoded only if none of its characters looks like one of
 * another script; others stay in their ASCII form (xn--), as in browsers.
 */

/** Latin letters with marks, except those that look like a plain letter or several (ı, ĸ, ŀ, ſ, ð, þ, ligatures). */
const LATIN = /^[a-z0-9àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥĩīĭįĵķĺļľłńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżž-]+$/u;
/** East Asian scripts, not mixed with Latin letters. */
const EAST_ASIAN = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々0-9-]+$/u,
  /^[\p{Script=Han}\p{Script=Hangul}0-9-]+$/u,
];
/** East Asian characters that look like punctuation of an address. */
const LIKE_PUNCTUATION = /[一丨丶丿乀ノヽヾソゾンニ〳〵]/u;

const isReadable = (label: string): boolean =>
  // an ASCII label is never encoded, so a code for one is a disguise
  [...label].some((character) => character > '\u007f') &&
  (LATIN.test(label) ||
    (EAST_ASIAN.some((script) => script.test(label)) && [...label].some((character) => !isLikePunctuation(character))));
const isLikePunctuation = (character: string): boolean => LIKE_PUNCTUATION.test(character) || /[0-9-]/.test(character);

/** @param host in the form of URLs: lower case, each label in ASCII */
export const shownHost = (host: string): string =>
  host
    .split('.')
    .map((label) => {
      const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : null;
      return decoded !== null && decoded === decoded.normalize('NFC') && isReadable(decoded) ? decoded : label;
    })
    .join('.');

/** An address with its host decoded for display; unchanged if it has none. */
export function shownUrl(address: string): string {
  const found = /^(https?:\/\/)([^/?#:@]*)(.*)$/is.exec(address);
  return found ? found[1]! + shownHost(found[2]!) + found[3]! : address;
}

// Parameters of RFC 3492, section 5.
const [BASE, MIN, MAX, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_BIAS, FIRST_CODE] = [72, 0x80];
/** characters of a label */
const LABEL_MAX = 63;

/** RFC 3492, section 6.2; null for an invalid code. */
function decodePunycode(code: string): string | null {
  if (code.length > LABEL_MAX) return null;
  const delimiter = code.lastIndexOf('-');
  const points = [...code.slice(0, Math.max(0, delimiter))].map((character) => character.codePointAt(0)!);
  let [at, point, index, bias] = [delimiter + 1, FIRST_CODE, 0, FIRST_BIAS];
  while (at < code.length) {
    const before = index;
    for (let [weight, k] = [1, BASE]; ; k += BASE) {
      const digit = digitOf(code.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      index += digit * weight;
      const threshold = k <= bias ? MIN : Math.min(MAX, k - bias);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapted(index - before, length, before === 0);
    point += Math.floor(index / length);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return null;
    index %= length;
    points.splice(index, 0, point);
    index += 1;
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - MIN) * MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - MIN));
  return k + Math.floor(((BASE - MIN + 1) * rest) / (rest + SKEW));
}
