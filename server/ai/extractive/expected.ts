/** Detects the expected kind of an answer (time, number, money, size or person), and checks sentences for it. */
import { fold } from '../../../sync/text/fold';

export type Expected = 'time' | 'money' | 'size' | 'number' | 'person' | '';

/** Patterns of questions; the first match counts. */
const ASKS: readonly [Expected, RegExp][] = [
  [
    'time',
    /\b(?:when|until when|by when|since when|(?:at|until|by|from|on|since) what (?:time|day|date)|what (?:time|day|date|month|year)|which (?:day|date|month|week))\b|いつ|何(?:時(?!間)|日(?!間)|月|曜)|什么时候|什麼時候|甚麼時候|何时|何時|几点|幾點|几月|幾月|哪几个月|几号|幾號|哪天|哪一天|언제|몇\s*(?:시(?!간)|월|일)|무슨 요일/iu,
  ],
  [
    'money',
    /\b(?:what|how much) (?:do|does|did|is|was|will|are)\b.{0,60}\b(?:cost|price|pay|rent|budget|spend|earn)|\b(?:price|cost|budget) (?:of|for)\b|いくら|(?:金額|価格|単価|値段|予算|原価|費用)は|多少(?:钱|錢)|(?:价|價|价格|價格|费|費|预算|預算|金額|金额|租金|费用|費用)(?:是|为|為|有)?多少|(?:비용|금액|예산|가격|매출|단가)[^?]{0,12}얼마|(?<!(?:시간|기간|거리|길이|무게|높이|넓이|크기|밝기|인원|용량)[^?]{0,12})얼마(?:예요|인가요|를 쓰)/iu,
  ],
  ['size', /\bhow (?:large|big|high|tall|wide)\b|広さ|大きさ|寸法|多大|多高|크기|넓이|몇 평/iu],
  [
    'number',
    /\bhow (?:much|many|long|often|far|old|bright|heavy|warm|dark|soon|fast)\b|\b(?:what|which)\b.{0,30}\b(?:height|width|length|depth|weight|temperature|speed|brightness)\b|\b(?:what|which) (?:is|was|are|were) the (?:number|weight|share|percentage|amount|average|median|maximum|minimum|limit|temperature)|いくつ|どのくらい|どれくらい|どれぐらい|何(?:時間|日間|人|名|個|台|件|本|枚|回|軒|室|部屋|社|種類|割|ミリ|グラム|センチ|ルクス|つ|週間|分|段階|パーセント|ケルビン)|多少|多久|多长|多長|多重|几(?=\p{Script=Han})|幾(?=\p{Script=Han})|얼마|몇|며칠/iu,
  ],
  ['person', /\b(?:who|whose|whom)\b|誰|だれ|どなた|谁|哪位|누가|누구/iu],
];

/** The expected kind of the answer to a question; '' if it asks for none of them. */
export const expectedOf = (question: string): Expected => ASKS.find(([, pattern]) => pattern.test(question))?.[0] ?? '';

const WORDS_EN =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half|third|quarter|tenth|fifth|twice|once|few|several';
const NUMBER = new RegExp(
  `\\p{Nd}|[一二三四五六七八九十百千万萬兩两半](?=[\\p{Script=Han}\\p{Script=Katakana}つか・]|\\s|$)|\\b(?:${WORDS_EN})\\b|하루|이틀|사흘|나흘|절반|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|서른|마흔|쉰|백|천|이십|삼십|반)\\s?(?:명|개|번|할|대|곳|시간|시|분|달|주|배|인|년|가지)`,
  'iu',
);
const TIME =
  /\p{Nd}{1,4}\s?[月日年時点點号號월일시년]|[一二三四五六七八九十]+\s?[月日時点點号號]|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|today|tomorrow|yesterday|weeks?|months?|days?|years?|evening|morning|night|noon|midnight|twentieth|spring|summer|autumn|winter|quarter|before|after|until)\b|\p{Nd}{1,2}(?::\p{Nd}{2}| ?[ap]m)|\b(?:19|20)\p{Nd}{2}\b|来週|先週|今週|来月|先月|翌|[月火水木金土日]曜|夏|春|秋|冬|以内|下周|上周|本周|周[一二三四五六日]|[週周][一二三四五六日]前|星期|月底|月初|月中|季度|第[一二三四]周|天[前后後]|之前|以后|以後|本週|下週|上週|當天|当天|前一天|다음\s?주|지난|[월화수목금토일]요일|평일|주말|아침|저녁|오전|오후|정오|첫날|마지막\s?날|다음\s?날|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|열한|열두)\s?시(?!간)/iu;
/** questions for a start and an end */
const ASKS_RANGE =
  /몇\s?시부터.*몇\s?시까지|何時から.*何時まで|[几幾][点點时時][钟鐘]?[到至].*[几幾][点點时時]|\bfrom (?:when|what time)\b.*\b(?:when|what time)\b/iu;
const RANGE = /부터.*까지|から.*まで|[到至~～–—-]|\b(?:from|between)\b.*\b(?:to|until|till|and)\b/iu;
/** dates, which do not count as numbers */
const DATES = /(?:\p{Nd}+|[一二三四五六七八九十]+)\s?(?:月份?|日|號|号|월|일(?![동간]))(?![間间個个])/gu;
const MONEY =
  /[£$€¥₩￥]|\p{Nd}[^\n]{0,6}(?:円|원|元|pounds|yen|won|dollars|EUR|USD)|[十百千万萬]\s?(?:円|원|元)|\t[\p{Nd},.]{2,}(?:\t|$)|samples|sells/iu;
const SIZE =
  /\p{Nd}\s?(?:m\b|cm|mm|square|metres|meters|㎡|平方|公尺|公分|米|坪|평|미터|ミリ|メートル|センチ)|[一二三四五六七八九十百]+(?:平方|公尺|米)|幅\p{Nd}|×/iu;
const PERSON =
  /(?:^|[\s(“"])\p{Lu}\p{Ll}+|さん|様|氏|女将|^[\p{Script=Han}]{1,4}：|^\p{Script=Hangul}{2,5}(?: 님)?:|先生|女士|小姐|经理|經理|님|씨|사장|대표|손님|고객|電工|电工|部門|部门|者/u;

/** Whether a sentence contains the expected kind. Numbers of the question do not count. */
export function hasExpected(expected: Expected, sentence: string, question: string): boolean {
  const asked = new Set(question.match(/\p{Nd}+/gu) ?? []);
  const rest = sentence.replace(/\p{Nd}+/gu, (number) => (asked.has(number) ? ' ' : number));
  switch (expected) {
    case 'number':
      return NUMBER.test(rest.replace(DATES, ' '));
    case 'time':
      return TIME.test(sentence) && (!ASKS_RANGE.test(question) || RANGE.test(sentence));
    case 'money':
      return MONEY.test(sentence);
    case 'size':
      // the size of an order or a budget is an amount
      return SIZE.test(sentence) || (/\bhow (?:large|big)\b/iu.test(question) && MONEY.test(sentence));
    case 'person':
      return PERSON.test(sentence);
    case '':
      return true;
  }
}

const COUNTER = /何(部屋|\p{Script=Han}|つ)|[几幾](?![个個]月)(\p{Script=Han})|몇\s?(\p{Script=Hangul})/u;
/** groups of equivalent counter words */
const COUNTED_ALIKE = ['人名位个個명', '室間间部', '家社軒店곳', '時点點시', '日天号號일', '枚盏盞灯個个つ개台本件'];
const COUNTED =
  '(?:\\p{Nd}|[一二三四五六七八九十百千万兩两几]|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|스무|서른|마흔|쉰)';

/** Whether a sentence has a number with the counter word of the question (何人: 8名); true if the question has none. */
export function hasCounter(question: string, sentence: string): boolean {
  const [, ...found] = COUNTER.exec(question) ?? [];
  const counter = found.find((each) => each !== undefined)?.[0];
  // numbers in cells of a table have no counter words
  if (counter === undefined) return true;
  const alike = COUNTED_ALIKE.filter((each) => each.includes(counter)).join('');
  if (alike !== '' && sentence.includes('\t')) return true;
  return new RegExp(`${COUNTED}[^\\n]{0,2}[${fold(counter + alike).text}]`, 'u').test(fold(sentence).text);
}

/** Whether a text contains all numbers of the question, as they may identify a model or version. */
export function hasNumbers(question: string, text: string): boolean {
  const numbers = new Set(text.normalize('NFKC').match(/\p{Nd}+/gu) ?? []);
  return (question.normalize('NFKC').match(/\p{Nd}+/gu) ?? []).every((number) => numbers.has(number));
}

const listed = (words: string): string[] => words.split(/\s+/).map((word) => fold(word).text);
/**
 * Generic words: they name the kind of answer or have many synonyms (price, 期限, 現在), so an answering sentence may lack
 * them.
 */
const GENERIC = new Set(
  listed(`price cost costs large big high average size name available amount number total finished
    ready need needed required today day days time times week month year part reason main new first get getting use used using ask asked asks set
    fast work works current currently percent each company main usually normal normally answer answers date
    height width length depth weight temperature speed brightness bright heavy tall wide deep old warm dark
    必要 距離 方式 参加 期限 理由 種類 値段 価格 金額 名前 時間 期間 現在 部屋 最大 最小 部分 場所 予定 方法 内容 結果 適当 準備 実施 可能 担当 決定 一番 言わ
    主要 原因 现在 目前 面积 价格 需要 应该 安排 情况 最近 标准 时间 名字 地方 问题 大概 大约 可以 能够 负责 每个 写作 所有 提前 才能 能接 进行 多少 规定 要求 最高 最低 最多
    之后 之前 以后 以前 以内 之内
    이름 시간 비용 금액 기간 최대 최소 정도 지금 현재 가장 필요 가격 대기 방법 무엇 어느 가능 종류 요일`),
);
export const isGeneric = (term: string): boolean => GENERIC.has(term);
