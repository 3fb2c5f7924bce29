/**
 * Detects the language of a text for its `lang` attribute: fonts draw the same Han character differently in Chinese and
 * Japanese, and screen readers choose a voice. Detection is by script; for text of Han characters only, by the national
 * character sets that contain them, which every browser has as decoders. Titles such as "東京", which are written alike
 * in several languages, stay undetected.
 *
 * tinyld was measured: its light build (69 kB) gives no answer for Han titles and detects short English ones as Polish;
 * the larger builds have 590 kB and more; none distinguishes Simplified and Traditional Chinese.
 */
import { DEFAULT_LANGUAGE, isLanguage, type Language } from './languages';

const GB2312 = 1;
const BIG5 = 2;
/** the 2,965 characters of level 1, everyday Japanese */
const JIS_FIRST = 4;
/** old forms and rare characters */
const JIS_SECOND = 8;

let sets: Uint8Array | undefined;

/** Which character sets contain a UTF-16 unit, as bits. Built at the first Han text. */
function characterSets(): Uint8Array {
  if (sets) return sets;
  const found = (sets = new Uint8Array(0x10000));
  const add = (encoding: string, bit: number, leads: [number, number], trails: [number, number]): void => {
    const bytes: number[] = [];
    for (let lead = leads[0]; lead <= leads[1]; lead += 1)
      for (let trail = trails[0]; trail <= trails[1]; trail += 1) bytes.push(lead, trail);
    for (const character of new TextDecoder(encoding).decode(new Uint8Array(bytes)))
      found[character.charCodeAt(0)]! |= bit;
  };
  add('gbk', GB2312, [0xb0, 0xf7], [0xa1, 0xfe]);
  add('big5', BIG5, [0xa4, 0xf9], [0x40, 0x7e]);
  add('big5', BIG5, [0xa4, 0xf9], [0xa1, 0xfe]);
  // rows 16 to 47 and 48 to 84 of JIS X 0208
  add('euc-jp', JIS_FIRST, [0xb0, 0xcf], [0xa1, 0xfe]);
  add('euc-jp', JIS_SECOND, [0xd0, 0xf4], [0xa1, 0xfe]);
  return found;
}

function ofHan(text: string): Language | undefined {
  const of = characterSets();
  let hans = 0;
  let hant = 0;
  let ja = 0;
  for (let at = 0; at < text.length; at += 1) {
    const bits = of[text.charCodeAt(at)]!;
    if (bits === GB2312) hans += 1;
    else if (bits & BIG5 && !(bits & (GB2312 | JIS_FIRST))) hant += 1;
    else if (bits & JIS_FIRST && !(bits & (GB2312 | BIG5))) ja += 1;
  }
  const most = Math.max(hans, hant, ja);
  if (most === 0 || (hans === most && hant === most)) return undefined;
  return hans === most ? 'zh_hans' : hant === most ? 'zh_hant' : 'ja';
}

const ENGLISH = /\b(?:the|of|for|and|to|in|with|from|is|are|on|how|what|who|we|our)\b/i;

/** The language of a text, or undefined if it cannot be detected. Examines the first 400 characters. */
export function textLanguage(text: string): Language | undefined {
  const start = text.slice(0, 400);
  const hangul = start.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const kana = start.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  if (hangul || kana) return hangul > kana ? 'ko' : 'ja';
  if (/\p{Script=Han}/u.test(start)) return ofHan(start);
  return ENGLISH.test(start) ? 'en' : undefined;
}

/** The language for the answer to a question: the question's own, or if undetected that of the screen or account. */
export const questionLanguage = (question: string, otherwise: string): Language =>
  textLanguage(question) ?? (isLanguage(otherwise) ? otherwise : DEFAULT_LANGUAGE);
