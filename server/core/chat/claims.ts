/** Decides which sentences of an answer state something, and where a sentence ends. */

/** abbreviations after which a full stop does not end a sentence */
const ABBREVIATION =
  /(?:^|[\s("'])(?:\p{Lu}|e\.g|i\.e|etc|vs|cf|Dr|Mr|Mrs|Ms|Prof|St|No|Nos|Fig|approx|Inc|Ltd|Co|Corp|pp?|a\.m|p\.m|al)$/u;
const LIST_NUMBER = /^\s*\d{1,3}$/;

/** Whether a full stop after these words may end a sentence. */
export const mayEnd = (words: string): boolean => !ABBREVIATION.test(words) && !LIST_NUMBER.test(words);

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** words, or wide characters, that a sentence must have; a shorter line is a title or introduces a list */
const LEAST_WORDS = 3;
const LEAST_WIDE = 6;

/** beginnings of greetings and offers */
const POLITE =
  /^(?:hello|hi|hey|sure|of course|certainly|you'?re welcome|thanks|thank you|let me know|i hope this|feel free|here (?:is|are)|请告诉|您好|你好|当然|希望|不客气|請告訴|當然|不客氣|こんにちは|もちろん|お役に|ご不明|以下|안녕|물론|도움이|궁금|다음은)/iu;
/** statements that the sources contain no answer */
const FOUND_NOTHING =
  /\b(?:i|we) (?:found nothing|did(?: not|n['’]t) find|could(?: not|n['’]t) find|cannot find|can['’]t find|do(?: not|n['’]t) (?:know|have))\b|\bsources? (?:that were given |provided |given )?(?:do(?:es)? not|do(?:es)?n['’]t|contain no|contains no|say nothing|says nothing|mention no)\b|\bno (?:information|source|mention)s?\b|(?:没有|沒有|未|找不到|没|無法|无法).{0,12}(?:找到|提到|说明|說明|相关|相關|信息|資訊|资料|資料|来源|來源|内容|內容)|見つかりません|見当たりません|記載(?:は|が)?(?:ありません|されていません)|情報は?ありません|わかりません|찾(?:을 수 없|지 못)|없습니다|나와 있지 않/iu;
const MARKUP = /https?:\/\/\S+|[*_`#>|~]|\[\^[^\]]*\]/g;

/** Whether a sentence states something that a source could support. */
export function statesSomething(sentence: string): boolean {
  const text = sentence.replace(MARKUP, ' ').trim();
  if (/[?？]["'”’」』)）]*$/u.test(text) || /[:：]$/u.test(text)) return false;
  const wide = text.match(WIDE)?.length ?? 0;
  const words = text.replace(WIDE, ' ').match(WORDS)?.length ?? 0;
  if (words < LEAST_WORDS && wide + words * 2 < LEAST_WIDE) return false;
  return !POLITE.test(text) && !FOUND_NOTHING.test(text);
}
