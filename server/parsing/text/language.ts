/** The language of a text, by its script where that is enough, otherwise by its words. */
import simplifiedToTraditional from 'opencc-js/dict/STCharacters';
import traditionalToSimplified from 'opencc-js/dict/TSCharacters';

/** UTF-16 units that are looked at, spread over the text */
const SAMPLE = 6_000;
const PIECES = 12;
const EAST_ASIAN = /[\u3041-\u30ff\uac00-\ud7a3\p{Script=Han}]/gu;

/** BCP 47 (`en`, `ja`, `ko`, `zh-Hans`, `zh-Hant`, …); '' if it cannot be told. */
export async function languageOf(texts: Iterable<string>): Promise<string> {
  const sample = sampleOf(texts);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const [kana, hangul, han] = [count(/[\u3041-\u30ff]/g), count(/[\uac00-\ud7a3]/g), count(/\p{Script=Han}/gu)];
  const eastAsian = kana + hangul + han;
  const western = sample.replace(EAST_ASIAN, ' ');
  const words = western.match(/\p{L}+/gu)?.length ?? 0;
  // East Asian texts have many Western words, and Western texts quote some East Asian characters
  if (eastAsian > 0 && eastAsian >= words) {
    if (hangul > kana && hangul > han / 2) return 'ko';
    // a Japanese text without kana is rare, and a Chinese one with them quotes
    if (kana > eastAsian / 20) return 'ja';
    return chineseOf(sample);
  }
  if (words === 0) return '';
  const { detect } = await import('tinyld/light');
  return detect(western);
}

let onlyOne: { simplified: Set<string>; traditional: Set<string> } | undefined;

/** By characters that only one of the scripts has. */
function chineseOf(sample: string): string {
  const keys = (pairs: string): string[] => pairs.split('|').map((pair) => pair.split(' ')[0]!);
  onlyOne ??= {
    simplified: new Set(keys(simplifiedToTraditional)),
    traditional: new Set(keys(traditionalToSimplified)),
  };
  let [simplified, traditional] = [0, 0];
  for (const character of sample) {
    const [isSimplified, isTraditional] = [onlyOne.simplified.has(character), onlyOne.traditional.has(character)];
    if (isSimplified && !isTraditional) simplified += 1;
    if (isTraditional && !isSimplified) traditional += 1;
  }
  return traditional > simplified ? 'zh-Hant' : 'zh-Hans';
}

function sampleOf(texts: Iterable<string>): string {
  const all = [...texts];
  const step = Math.max(1, Math.floor(all.length / PIECES));
  let sample = '';
  for (let at = 0; at < all.length && sample.length < SAMPLE; at += step) {
    const left = SAMPLE - sample.length;
    // several short parts together, as the lines of a list
    for (let next = at; next < Math.min(at + step, all.length) && sample.length < SAMPLE; next += 1) {
      sample += `${all[next]!.slice(0, Math.min(left, SAMPLE / PIECES))}\n`;
      if (sample.length > (SAMPLE / PIECES) * (1 + at / step)) break;
    }
  }
  return sample;
}

/** A language tag as texts carry it: `zh-TW` → `zh-Hant`, `en-GB` → `en`; '' for what is no tag. */
export function normalTag(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag.trim().replaceAll('_', '-')).maximize();
    return language === 'zh' ? `zh-${script ?? 'Hans'}` : language;
  } catch {
    return '';
  }
}
