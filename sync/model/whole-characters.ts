/**
 * Chinese characters in the form in which people write them. Browsers and word processors write radicals and
 * compatibility ideographs into a PDF for the characters that look the same.
 *
 * One UTF-16 unit for one, so that positions in a text stay: the few characters that would need two are left as they are.
 * Radicals of the supplement have no compatibility mapping; their characters are those of EquivalentUnifiedIdeograph.txt
 * of Unicode.
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
