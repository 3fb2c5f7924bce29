/** Variants of Han characters: each folds to one form, so that a word is found in every spelling. */
import newToOldJapanese from 'opencc-js/dict/JPShinjitaiCharacters';
import traditionalToSimplified from 'opencc-js/dict/TSCharacters';

/**
 * Variants beyond the dictionaries, after simplification: the first character of a line is the folded form of the
 * others. Variants in names, and characters that people confuse. Words that this makes equal rarely occur in one
 * workspace.
 */
const VARIANTS = [
  '边辺邉邊',
  '齐斉齊斋斎齋',
  '高髙',
  '崎﨑嵜碕',
  '岛嶋嶌島',
  '真眞',
  '馆舘',
  '富冨',
  '滨濵',
  '吉𠮷',
  '桑桒',
  '村邨',
  '秘祕',
  '峰峯',
  '群羣',
  '为爲',
  '杰傑',
  '床牀',
  '账帐',
  '做作',
  '划画',
  '付附',
  '录陆',
  '定订',
  '象像',
  '分份',
  '着著',
  '余馀',
  '黏粘',
  '唯惟',
  '彷仿',
  '预予',
];

const pairsOf = (dictionary: string): [string, string][] =>
  dictionary.split('|').flatMap((pair): [string, string][] => {
    const [from, to] = pair.split(' ');
    // Only pairs of equal length in UTF-16 units: offsets must not change.
    return from && to && from.length === to.length ? [[from, to]] : [];
  });

function table(): Map<string, string> {
  const simplified = new Map(pairsOf(traditionalToSimplified));
  for (const [recent, old] of pairsOf(newToOldJapanese))
    if (!simplified.has(recent)) simplified.set(recent, simplified.get(old) ?? old);
  const one = new Map(
    VARIANTS.flatMap((line) => {
      const [to = '', ...from] = line;
      return from.map((each): [string, string] => [each, to]);
    }),
  );
  for (const [from, to] of simplified) simplified.set(from, one.get(to) ?? to);
  for (const [from, to] of one) if (from.length === to.length) simplified.set(from, to);
  return simplified;
}

/** by code point; created with the first folded Han character */
let folded: Map<string, string> | undefined;

export const foldHan = (character: string): string => (folded ??= table()).get(character) ?? character;
