/**
 * Extracts the search terms of a question in natural language. Question words (what, いつ, 얼마나, 多少钱), polite endings
 * and verbs without meaning of their own are removed; the rest is parsed as a search query (query.ts).
 */
import { queryTerms, type QueryTerm } from './query';

/** Question words and polite endings of scripts without spaces, removed anywhere in the text; longer ones first. */
const JAPANESE =
  /教えて(?:ください|下さい)?|ください|下さい|について|に関する|に関して|どのくらい|どれくらい|どれぐらい|どのように|どのような|どうやって|どうして|どちら|どの|どこ|どれ|どう|どんな|いつまで(?:に)?|いつから|いつ|いくつ|いくら|なぜ|なんですか|なに|だれ|誰|何(?:時間|時|分間|分|秒|週間|日間|日|月|年|人|名|個|台|件|本|枚|回|軒|室|部屋|社|種類|割|ミリ|円|グラム|センチ|ルクス|つ)?(?=かかり|[かがをにでのまくとへは、？?が ]|ですか|まで|くらい|ぐらい|$)|でしょうか|でしたか|でしたっけ|ましたか|ますか|ませんか|ですか|されますか|しますか|なりますか|なりましたか|ありますか|いますか|かかりますか|かかりましたか|ましたっけ|んですか|のですか|でしょう|とのこと|そうですか/gu;
const CHINESE =
  /(?:请问|請問|告诉我|告訴我|到底|什么时候|什麼時候|甚麼時候|什么|什麼|甚麼|为什么|為什麼|怎么样|怎麼樣|怎么|怎麼|怎样|怎樣|如何|多少钱|多少錢|多少|多久|多长时间|多長時間|多长|多長|多大|多高|多重|多远|多遠|几点|幾點|几月|幾月|几号|幾號|几天|幾天|几个|幾個|几家|幾家|几次|幾次|几年|幾年|几位|幾位|几盏|幾盞|几台|幾台|几层|幾層|几种|幾種|几间|幾間|几本|几|幾|哪里|哪裡|哪裏|哪儿|哪些|哪个|哪個|哪家|哪天|哪位|哪一天|哪一家|哪一|哪几|哪幾|哪|谁来|誰來|谁|誰|是不是|有没有|有沒有|能不能|可不可以|要不要|会不会|會不會|吗|嗎|呢)/gu;
/** The modal verb 要 before a verb with 約: a segmenter would read 要約 (Japanese: summary) across the two words. */
const CHINESE_MODAL = /要(?=[约約][访訪谈談见見定好])/gu;
const ENGLISH = new Set(
  `long often far much many kind kinds sort way please tell give take takes took taken happen happens happened does did become becomes became call called per
  exactly currently actually supposed every each there their`.split(/\s+/),
);
const KOREAN =
  /^(?:걸리나요|걸려요|걸리죠|쓰나요|드나요|열어요|여나요|되나요|되었나요|됐나요|되죠|되어요|되는지|돼요|하나요|하나요|하죠|했나요|했죠|했어요|하는지|할까요|해요|해야|하면|있나요|있어요|있죠|있었나요|있는지|인가요|인지|건가요|예요|이에요|이죠|죠|었나요|였나요|였죠|나요|까요|입니까|합니까|됩니까|알려주세요|주세요|알려|말해|가르쳐|좀|어느|어떤|무슨|몇|누가|누구|뭐|뭔가요|뭐예요|무엇|왜|언제|어디|얼마|얼마나|어떻게|정도|쯤|까지)$/u;
/** Endings of verbs and of the copula in questions; the stem before them is kept. */
const KOREAN_ENDING =
  /(?:(?:하|되|시|었|았|였|했|됐|겠|으시)?(?:나요|는가요|던가요|은가요|ㄴ가요|대요|까요|을까요|는지요)|한가요|인가요|입니까|습니까|합니까|해요|했어요|하죠|이죠|예요|이에요|하는지|했는지)$/u;
const HANGUL_QUESTION = /^(?:언제|어디|누구|누가|무엇|무슨|얼마|어떻게|어떤|어느|몇|뭐|뭘|왜|며칠)/u;

/** Endings of a question that has no question mark. A bare か would be the end of many nouns. */
const LAST_WORDS =
  '(?:です|ます|でした|ました|ません|でしょう|の)か|[吗嗎呢]|(?:나요|까요|는지요|가요|예요|에요|해요|지요|죠|니까)';
/** A number with surrounding brackets or list signs. */
const LONE_NUMBER = '[\\s(（\\[【#＃]*\\p{Nd}+(?:[.,．，]\\p{Nd}+)*[\\s)）\\]】.．。]*';
/**
 * Numbers to remove: a list number at the start (`2. `, `(2) `), and a number between the end of a sentence and the end
 * of the text or of another sentence. A single full stop does not count as the end of a sentence, as it also ends
 * abbreviations (No. 3).
 */
const STRAY_NUMBERS = [
  /^\s*(?:[(（[【]\p{Nd}{1,2}[)）\]】]|\p{Nd}{1,2}(?:[)）\]】、]|[.．](?!\p{Nd})))(?=[\s\p{L}])/u,
  new RegExp(`(?<=(?:[?？!！。…]|\\.{3}|(?:${LAST_WORDS})(?=[\\s(（])))${LONE_NUMBER}(?=$|[?？!！。…])`, 'gu'),
];

/**
 * The question without numbers that are not part of its content: a list number, a footnote mark, or a typing error. All
 * other numbers are kept, as they distinguish things (a lamp 45 from a lamp 60).
 */
export function withoutStrayNumbers(question: string): string {
  const left = STRAY_NUMBERS.reduce((text, pattern) => text.replace(pattern, ' '), question);
  return /\p{L}/u.test(left) ? left.trim() : question;
}

/** The question with question words and stray numbers replaced by spaces. */
export function withoutAskingWords(written: string): string {
  const question = withoutStrayNumbers(written);
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question);
  const cut = isJapanese ? question.replace(JAPANESE, ' ') : question.replace(CHINESE_MODAL, ' ').replace(CHINESE, ' ');
  return cut.replace(/[\p{L}\p{N}'’]+/gu, (word) => {
    if (ENGLISH.has(word.toLowerCase())) return ' ';
    if (!/\p{Script=Hangul}/u.test(word)) return word;
    if (KOREAN.test(word) || HANGUL_QUESTION.test(word)) return ' ';
    const stem = word.replace(KOREAN_ENDING, '');
    return stem === '' ? ' ' : stem;
  });
}

/**
 * The terms of a complete question: its last word is not matched as a prefix. If only question words remain, they are
 * the terms.
 */
export const askedTerms = (question: string): QueryTerm[] => {
  const terms = queryTerms(`${withoutAskingWords(question)} `);
  return terms.length > 0 ? terms : queryTerms(`${question} `);
};

/** The writing system of a text: passages in the writing system of the question rank first. */
export type Writing = 'ja' | 'ko' | 'zh' | 'latin';
/** Detects the writing system by the numbers of characters of each script; 'latin' for any other script. */
export function writingOf(text: string): Writing {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const hangul = count(/\p{Script=Hangul}/gu);
  const han = count(/\p{Script=Han}/gu);
  const latin = count(/\p{Script=Latin}/gu) / 4;
  if (hangul > 0 && hangul >= kana && hangul * 2 >= latin && hangul >= han) return 'ko';
  if (kana > 0 && kana * 6 >= han && (kana + han) * 2 >= latin) return 'ja';
  return han > 0 && han * 2 >= latin ? 'zh' : 'latin';
}
