/**
 * Finds numbers and dates in texts and compares their values, whatever their notation: digits, Han numerals, English number
 * words, magnitudes (5 million, 500万) and names of months. A number that a text certainly states must be among the numbers
 * that the other texts may mean. Words that often are no number ("one", "second", 十分, the verb "may") are therefore not
 * stated, but may be meant.
 */

/** Digits with separators: 1,500 and 3.5 are one number each, 2026-11-23 is three. */
const DIGITS = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*`;
const NUMBER = new RegExp(DIGITS, 'gu');
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const DOTTED_DATE = /^\d{4}\.\d{1,2}\.\d{1,2}$/;
const DATE = /\d{1,4} ?([-./]) ?\d{1,2} ?\1 ?\d{1,4}|\d{1,4}[-/]\d{1,2}(?!\d)/g;

/** Normalizes a number: removes separators of thousands and leading zeros. */
const plain = (number: string): string => {
  const bare = GROUPED.test(number) ? number.replaceAll(',', '') : number;
  return bare.replace(/^0+(?=\d)/, '');
};

/** The text in NFKC with each number normalized. */
export const withPlainNumbers = (text: string): string =>
  text.normalize('NFKC').replace(NUMBER, (number) => plain(number));

/** Numbers the words of a list from `first`; `|` separates words of the same number. */
const counted = (words: string, first: number): [string, number][] =>
  words.split(' ').flatMap((each, n) => each.split('|').map((word): [string, number] => [word, first + n]));

const powers = (words: string, first: number, base: number): [string, number][] =>
  counted(words, first).map(([word, n]) => [word, base ** n]);

const HAN = new Map(counted('〇|零 一 二|两|兩 三 四 五 六 七 八 九', 0));
const HAN_SCALES = new Map([
  ...powers('十|십 百|백 千|천 万|萬|만', 1, 10),
  ...powers('億|亿|억', 8, 10),
  ...powers('兆|조', 12, 10),
]);
const SMALL = new Map([
  ...counted(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    0,
  ),
  ...counted('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 1),
  ...counted('thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth', 13),
]);
const TENS = new Map(
  counted(
    'twenty|twentieth thirty|thirtieth forty|fortieth fifty|fiftieth sixty|sixtieth seventy|seventieth eighty|eightieth ninety|ninetieth',
    2,
  ).map(([word, n]): [string, number] => [word, n * 10]),
);
const SCALES = new Map([...powers('hundred', 2, 10), ...powers('thousand million|mn billion|bn trillion|tn', 1, 1000)]);
/** only after a currency: 5m may be metres */
const LETTERS = new Map(powers('k m b', 1, 1000));
const MONTHS = new Map(
  counted(
    'january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec',
    1,
  ),
);
/** names of months that are other words too, and abbreviations: certain only beside a number, or after one of BEFORE_MONTH */
const AMBIGUOUS_MONTH = /^(?:may|march|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;
const BEFORE_MONTH =
  /(?:^|\s)(?:in|since|until|till|by|from|of|last|next|this|early|late|mid|during|before|after)[\s-]$/i;
const BESIDE_NUMBER = /\d(?:st|nd|rd|th)?[\s.,-]*$/;
const NUMBER_BESIDE = /^[\s.,-]*\d/;

/** Words after a Han numeral of one character that make it a number. */
const COUNTER =
  /^(?:[年月日号號天時时分秒円元人名位次回倍層层階阶楼樓歳岁歲個个件台社枚週周項项種种家所座割米公度点點票匹つかヶ]|本(?!木))/;
/** "second" is a unit too */
const NO_COUNT = /^(?:zero|one|first|second)$/i;
/** 十分: enough */
const NO_NUMBER = /^十分/;
const MONTH_AFTER = /^ ?(?:月(?!曜)|월(?!요))/;
const VAGUE = /[数數几幾何]$/;
/** 千米, 千克, 千瓦, 千卡: units of measurement */
const UNIT_OF_THOUSAND = /^[米克瓦卡]/;

const TOKEN = new RegExp(
  `(?<digits>${DIGITS})|(?<han>[〇零一二两兩三四五六七八九十百千万萬億亿兆])|(?<hangul>[십백천만억조])|(?<word>[A-Za-z]+)`,
  'gu',
);

/** A part of a number: digits, a Han digit, an English word below 20 or of tens, or a magnitude. */
interface Piece {
  kind: 'digits' | 'han' | 'small' | 'tens' | 'hanScale' | 'scale';
  start: number;
  end: number;
  text: string;
  value: number;
}

function pieceOf(match: RegExpMatchArray, text: string): Piece | null {
  const [whole] = match;
  const [start, end] = [match.index!, match.index! + whole.length];
  const piece = (kind: Piece['kind'], value: number | undefined): Piece | null =>
    value === undefined ? null : { kind, start, end, text: whole, value };
  const { digits, han, word } = match.groups!;
  if (digits !== undefined) return { ...piece('digits', Number(plain(digits)))!, text: plain(digits) };
  if (word === undefined) {
    if (whole === '千' && UNIT_OF_THOUSAND.test(text.slice(end, end + 1))) return null;
    // 四半期: a quarter of a year
    if (whole === '四' && text.startsWith('半期', end)) return null;
    return (han && piece('han', HAN.get(han))) || piece('hanScale', HAN_SCALES.get(whole));
  }
  const lower = word.toLowerCase();
  return piece('small', SMALL.get(lower)) ?? piece('tens', TENS.get(lower)) ?? piece('scale', SCALES.get(lower));
}

const isHan = ({ kind }: Piece): boolean => kind === 'han' || kind === 'hanScale';

/** Whether a piece continues the number that the pieces before it form. */
function continues(pieces: readonly Piece[], next: Piece, gap: string): boolean {
  const last = pieces.at(-1)!;
  // 3億5000万, 30억 5000만
  if (next.kind === 'digits') return last.kind === 'hanScale' && /^ ?$/.test(gap);
  // 第2四半期 is a quarter, the second
  if (isHan(next)) return gap === '' && (isHan(last) || (last.kind === 'digits' && next.kind === 'hanScale'));
  if (isHan(last)) return false;
  if (next.kind === 'scale') return /^[\s-]?$/.test(gap);
  // 5 million two-storey houses
  if (pieces[0]!.kind === 'digits') return false;
  const isJoined = /^[\s-]$/.test(gap);
  if (last.kind === 'scale') return isJoined || (last.value < 1e6 && /^\sand\s$/.test(gap));
  // twenty-one; nineteen fifty-eight
  if (last.kind === 'tens' && next.kind === 'small') return next.value < 10 && isJoined;
  return isJoined && pieces.length === 1 && next.kind === 'tens' && isCentury(last.value);
}

const isCentury = (value: number): boolean => value > 12 && value <= 20;

const rounded = (value: number): string => String(Number(value.toPrecision(15)));

function valueOf(pieces: readonly Piece[]): string {
  const [first] = pieces;
  // 3.50 is 3.5
  if (first!.kind === 'digits' && (pieces.length === 1 || Number.isNaN(first!.value)))
    return first!.text.replace(/^(\d+)(?:\.0+|(\.\d*[1-9])0+)$/, '$1$2');
  let [total, section] = [0, 0];
  let current: number | null = null;
  for (const [n, { kind, value }] of pieces.entries()) {
    if (kind !== 'scale' && kind !== 'hanScale') {
      // 一九五八; nineteen fifty-eight
      const factor: number = kind === 'han' && pieces[n - 1]?.kind === 'han' ? 10 : kind === 'tens' ? 100 : 1;
      current = (current ?? 0) * factor + value;
      continue;
    }
    // 百, 千 and "hundred" multiply the last number, 万 and "thousand" everything since the last one of their kind
    const isSmall = kind === 'hanScale' ? value < 1e4 : value === 100;
    if (isSmall) section += (current ?? 1) * value;
    else if (section === 0 && current === null) total = (total || 1) * value;
    else total += (section + (current ?? 0)) * value;
    if (!isSmall) section = 0;
    current = null;
  }
  return rounded(total + section + (current ?? 0));
}

interface Numbers {
  /** values that the text certainly names; months as `m5` */
  stated: Set<string>;
  /** and all that it may mean */
  possible: Set<string>;
}

interface Found {
  pieces: Piece[];
  value: string;
  start: number;
  end: number;
}

function foundIn(text: string): Found[] {
  const groups: Piece[][] = [];
  for (const match of text.matchAll(TOKEN)) {
    const piece = pieceOf(match, text);
    if (!piece) continue;
    const group = groups.at(-1);
    if (group && continues(group, piece, text.slice(group.at(-1)!.end, piece.start))) group.push(piece);
    // a magnitude alone: 千, "million"; 만 is a particle too
    else if (!match.groups!['hangul']) groups.push([piece]);
  }
  return groups.map((pieces) => ({ pieces, value: valueOf(pieces), start: pieces[0]!.start, end: pieces.at(-1)!.end }));
}

/** Whether it certainly is a number. */
function isStated({ pieces, value, start, end }: Found, text: string): boolean {
  const [first] = pieces;
  if (pieces.some(({ kind }) => kind === 'digits')) return true;
  const [before, after] = [text.slice(Math.max(0, start - 8), start), text.slice(end, end + 2)];
  if (!isHan(first!)) {
    if (first!.kind === 'scale') return /(?:^|[\s-])an?\s$/i.test(before);
    return pieces.length > 1 || !NO_COUNT.test(first!.text);
  }
  if (value === '1' || VAGUE.test(before) || NO_NUMBER.test(text.slice(start, end + 1))) return false;
  // 二三人: two or three
  if (pieces.length === 2 && pieces.every(({ kind }) => kind === 'han') && !/[〇零]/.test(text.slice(start, end)))
    return false;
  // 万一: in case
  if (first!.value >= 1e4) return false;
  const isBareScale = pieces.every(({ kind }) => kind === 'hanScale');
  return (pieces.length > 1 && !isBareScale) || COUNTER.test(after) || /(?:第|分之)$/.test(before);
}

const isMonth = (value: string): boolean => /^(?:[1-9]|1[0-2])$/.test(value);
const RANGE = /^\s?(?:to|and|or|[-–—~〜]|から|至|到)\s?$/;
const CURRENCY_BEFORE = /[$€£¥₩₹]\s?$/;

function addNumbers(text: string, { stated, possible }: Numbers): void {
  const numbers = foundIn(text);
  for (const [n, number] of numbers.entries()) {
    const { pieces, start, end } = number;
    let { value } = number;
    const after = text.slice(end, end + 3);
    possible.add(value);
    if (MONTH_AFTER.test(after) && isMonth(value)) {
      for (const set of [stated, possible]) set.add(`m${value}`);
      continue;
    }
    if (DOTTED_DATE.test(value)) {
      for (const part of value.split('.')) for (const set of [stated, possible]) set.add(plain(part));
      continue;
    }
    // 제5조: article 5
    if (pieces.at(-1)!.text === '조' && /제 ?$/.test(text.slice(Math.max(0, start - 2), start))) {
      for (const set of [stated, possible]) set.add(pieces[0]!.text);
      continue;
    }
    // 百分之五: 5 per cent; 百分点: percentage points
    if (value === '100' && /^分[之点點]/.test(after)) continue;
    const letter = /^ ?([kmbKMB])(?![A-Za-z])/.exec(after)?.[1]?.toLowerCase();
    if (letter && pieces.length === 1 && pieces[0]!.kind === 'digits') {
      const scaled = rounded(pieces[0]!.value * LETTERS.get(letter)!);
      possible.add(scaled);
      // 100M users, or 100 m
      if (!CURRENCY_BEFORE.test(text.slice(Math.max(0, start - 2), start))) continue;
      value = scaled;
    }
    // half a million
    if (/\bhalf an? $/i.test(text.slice(Math.max(0, start - 7), start))) {
      possible.add(rounded(Number(value) / 2));
      continue;
    }
    // 5 to 10 million
    const next = numbers[n + 1];
    const scale = next?.pieces.at(-1);
    const isRange =
      pieces.length === 1 &&
      ['digits', 'small', 'han'].includes(pieces[0]!.kind) &&
      next?.pieces.length === 2 &&
      RANGE.test(text.slice(end, next.start));
    if (isRange && (scale?.kind === 'scale' || scale?.kind === 'hanScale')) {
      value = rounded(pieces[0]!.value * scale.value);
      possible.add(value);
    }
    if (isStated(number, text)) stated.add(value);
  }
}

function addMonths(text: string, { stated, possible }: Numbers): void {
  for (const match of text.matchAll(/[A-Za-z]+/g)) {
    const [word] = match;
    const lower = word.toLowerCase();
    const month = MONTHS.get(lower);
    if (month === undefined) continue;
    const [start, end] = [match.index, match.index + word.length];
    const [before, after] = [text.slice(Math.max(0, start - 12), start), text.slice(end, end + 4)];
    const isCapital = /^[A-Z]/.test(word);
    const isBeside = BESIDE_NUMBER.test(before) || NUMBER_BESIDE.test(after);
    const isCertain = isCapital && (!AMBIGUOUS_MONTH.test(lower) || isBeside || BEFORE_MONTH.test(before));
    if (isCertain) stated.add(`m${month}`);
    const isLikely = isCapital || isBeside || !AMBIGUOUS_MONTH.test(lower) || BEFORE_MONTH.test(before);
    if (isLikely) for (const each of [`m${month}`, String(month)]) possible.add(each);
  }
}

export function numbersIn(text: string): Numbers {
  const normal = text.normalize('NFKC');
  const numbers: Numbers = { stated: new Set(), possible: new Set() };
  addNumbers(normal, numbers);
  addMonths(normal, numbers);
  for (const [date] of normal.matchAll(DATE))
    for (const part of date.match(/\d+/g)!.map(plain)) {
      numbers.possible.add(part);
      if (isMonth(part)) numbers.possible.add(`m${part}`);
    }
  return numbers;
}

/** Numbers and months that a text states and that occur in no other text. */
export function missingNumbers(text: string, others: readonly string[]): string[] {
  const known = new Set(others.flatMap((other) => [...numbersIn(other).possible]));
  return [...numbersIn(text).stated].filter((number) => !known.has(number));
}
