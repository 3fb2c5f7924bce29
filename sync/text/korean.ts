/** Korean: particles and endings attached to words, and words with several spellings. */

const HANGUL_FIRST = 0xac00;
const VOWELS = 21;
const FINALS = 28;
/** syllables with the initial ㅇ keep ㅐ: 장애 must not end in the particle 에 */
const NO_INITIAL = 11;
/** ㅈ ㅉ ㅊ: vowels with and without y sound alike after them (스케쥴, 스케줄) */
const PALATAL = [12, 13, 14];
const AFTER_PALATAL = new Map([
  [2, 0],
  [6, 4],
  [12, 8],
  [17, 13],
]);
/** ㅐ ㅒ ㅖ as ㅔ, ㅙ ㅞ as ㅚ: they sound alike and are confused (내비·네비, 돼·되, 계·게) */
const ALIKE = new Map([
  [1, 5],
  [3, 5],
  [7, 5],
  [10, 11],
  [15, 11],
]);
/** Common misspellings of loanwords. They apply to syllables of any word, which rarely makes two words equal. */
const SYLLABLES = new Map([
  ['샵', '숍'],
  ['컨', '콘'],
  ['쉽', '십'],
  ['쉬', '시'],
  ['겟', '깃'],
  ['렛', '릿'],
  ['갯', '게'],
]);

/** Folds one syllable. */
export function foldSyllable(syllable: string): string {
  const known = SYLLABLES.get(syllable);
  if (known) return known;
  const at = syllable.charCodeAt(0) - HANGUL_FIRST;
  if (syllable.length !== 1 || at < 0 || at >= 19 * VOWELS * FINALS) return syllable;
  const final = at % FINALS;
  const vowel = Math.floor(at / FINALS) % VOWELS;
  const initial = Math.floor(at / FINALS / VOWELS);
  if (initial === NO_INITIAL && vowel === 1) return syllable;
  const heard = (PALATAL.includes(initial) ? AFTER_PALATAL.get(vowel) : undefined) ?? ALIKE.get(vowel) ?? vowel;
  return String.fromCharCode(HANGUL_FIRST + (initial * VOWELS + heard) * FINALS + final);
}

/** Common misspellings of word parts, folded and of equal length. */
const SPELLINGS = new Map(
  (
    [
      ['메세지', '메시지'],
      ['센타', '센터'],
      ['데이타', '데이터'],
      ['디지탈', '디지털'],
      ['프리젠', '프레젠'],
      ['어플리케', '애플리케'],
      ['팜플', '팸플'],
      ['카달로그', '카탈로그'],
      ['까페', '카페'],
      ['레포트', '리포트'],
      ['화이팅', '파이팅'],
      ['로얄', '로열'],
      ['칼라', '컬러'],
      ['악세사', '액세서'],
      ['몇일', '며칠'],
      ['타이아', '타이어'],
      ['쇼파', '소파'],
      ['바베큐', '바비큐'],
      ['수퍼', '슈퍼'],
      ['맛사지', '마사지'],
      ['비지니스', '비즈니스'],
      ['프로포절', '프러포절'],
    ] as const
  ).map((pair) => pair.map((word) => [...word].map(foldSyllable).join('')) as [string, string]),
);
const OTHERWISE = new RegExp([...SPELLINGS.keys()].join('|'), 'g');
const HANGUL = /[\uac00-\ud7a3]{2}/;

/** Normalises the spelling of words in a folded text. */
export const foldSpelling = (text: string): string =>
  HANGUL.test(text) ? text.replace(OTHERWISE, (found) => SPELLINGS.get(found)!) : text;

const foldAll = (words: readonly string[]): string[] =>
  words.map((word) => [...word].map(foldSyllable).join('')).sort((a, b) => b.length - a.length);

const PARTICLES = foldAll([
  '으로부터',
  '에게서는',
  '에서부터',
  '이라고는',
  '이었습니다',
  '에서는',
  '에게서',
  '한테서',
  '으로써',
  '으로서',
  '이라고',
  '이라는',
  '입니다',
  '습니다',
  '이에요',
  '까지는',
  '부터는',
  '에서',
  '에게',
  '에는',
  '에도',
  '께서',
  '한테',
  '으로',
  '로서',
  '로써',
  '까지',
  '부터',
  '보다',
  '처럼',
  '마다',
  '조차',
  '밖에',
  '이나',
  '이랑',
  '라고',
  '라는',
  '하고',
  '이며',
  '예요',
  '들은',
  '들이',
  '들을',
  '들의',
  '은',
  '는',
  '이',
  '가',
  '을',
  '를',
  '의',
  '에',
  '와',
  '과',
  '로',
  '도',
  '만',
  '랑',
  '나',
  '들',
]);

/**
 * The word without its particle; unchanged if it has none. A stem of one syllable results only from particles that
 * follow nouns alone.
 */
export function withoutParticle(word: string): string {
  for (const particle of PARTICLES) {
    if (word.length > particle.length && word.endsWith(particle)) return word.slice(0, -particle.length);
  }
  return word;
}

/** Endings that turn a noun into a verb (정리한, 신청하는), and forms of address. The stem keeps at least two syllables. */
const ENDINGS = foldAll([
  '했습니다',
  '합니다',
  '하려면',
  '하는지',
  '했는지',
  '되었는지',
  '했더라',
  '했었지',
  '하나요',
  '했나요',
  '되나요',
  '인가요',
  '였나요',
  '였지',
  '이었지',
  '했지',
  '했던',
  '하는',
  '하던',
  '하기로',
  '하기',
  '하면',
  '하고',
  '해서',
  '했다',
  '된다',
  '되는',
  '됐던',
  '되었던',
  '한다',
  '할지',
  '할때',
  '한거',
  '한것',
  '님과',
  '님의',
  '님이',
  '님은',
  '님께',
  '님',
  '씨와',
  '씨의',
  '씨가',
  '씨는',
  '씨',
  '인지',
  '한',
  '할',
  '된',
  '될',
  '함',
  '됨',
  '해',
]);

/** The stem of a question's word, without particles, endings and forms of address. */
export function stemAsked(word: string): string {
  const noun = withoutParticle(word);
  for (const base of [noun, word]) {
    for (const ending of ENDINGS)
      if (base.length >= ending.length + 2 && base.endsWith(ending)) return base.slice(0, -ending.length);
  }
  return noun;
}
