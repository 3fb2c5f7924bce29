/**
 * Replaces radicals and compatibility ideographs by the Chinese characters that people type. Browsers and word
 * processors write the former into PDF files instead of characters that look the same.
 *
 * Each replacement has one UTF-16 unit, so that positions in a text do not change; the few characters that would need
 * two are kept. Radicals of the supplement have no compatibility mapping; their characters are from Unicode's
 * EquivalentUnifiedIdeograph.txt.
 */
const ALIKE = /[\u2e80-\u2ef3\u2f00-\u2fd5\uf900-\ufad9]/g;
const SUPPLEMENT_RADICALS = '⺟⺠⻁⻄⻅⻆⻉⻋⻑⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻬⻭⻮⻯⻰⻲⻳';
const SUPPLEMENT_CHARACTERS = '母民虎西见角贝车長长门青韦页风飞食马骨鬼鱼鸟卤麦黄齐歯齿竜龙亀龟';
const SUPPLEMENT = new Map([...SUPPLEMENT_RADICALS].map((radical, at) => [radical, SUPPLEMENT_CHARACTERS[at]!]));

function whole(character: string): string {
  const written = SUPPLEMENT.get(character) ?? character.normalize('NFKC');
  return written.length === 1 ? written : character;
}

export const wholeCharacters = (text: string): string => text.replace(ALIKE, whole);
