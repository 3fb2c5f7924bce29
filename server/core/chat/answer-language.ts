/**
 * Checks whether an answer is in the script of the requested language. Languages with the same script are not
 * distinguished.
 */
import { writingOf, type Writing } from '../../../sync/text/asked';

const WRITING_OF: Readonly<Record<string, Writing>> = {
  en: 'latin',
  ja: 'ja',
  ko: 'ko',
  zh_hans: 'zh',
  zh_hant: 'zh',
};
/** letters that a text must have to be checked: a shorter one may be a name, or a number with its unit */
const LEAST_LETTERS = 24;
/** code, addresses and quoted words, which may be in any language */
const OTHERS = /```[^]*?```|`[^`\n]*`|https?:\/\/\S+|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』/gu;

/** True if a text is long enough to be checked and is in another script than the language. */
export function isOtherWriting(text: string, language: string): boolean {
  const wanted = WRITING_OF[language];
  const words = text.replace(OTHERS, ' ');
  if (!wanted || (words.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return false;
  const found = writingOf(words);
  // a Japanese text with little kana is recognised as Chinese
  return (
    found !== wanted && !(wanted === 'ja' && found === 'zh' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words))
  );
}
