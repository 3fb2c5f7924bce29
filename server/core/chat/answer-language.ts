/**
 * Whether an answer is in the writing of the language that was asked for; languages of one writing are not told apart.
 */
import { writingOf, type Writing } from '../../../sync/text/asked';

const WRITING_OF: Readonly<Record<string, Writing>> = {
  en: 'latin',
  ja: 'ja',
  ko: 'ko',
  zh_hans: 'zh',
  zh_hant: 'zh',
};
/** letters below which a text tells nothing: a name, a number with its unit */
const LEAST_LETTERS = 24;
/** code, addresses and quoted words are in whatever language they are */
const OTHERS = /```[^]*?```|`[^`\n]*`|https?:\/\/\S+|"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』/gu;

/** True if a text is long enough to tell, and in another writing than that of the language. */
export function isOtherWriting(text: string, language: string): boolean {
  const wanted = WRITING_OF[language];
  const words = text.replace(OTHERS, ' ');
  if (!wanted || (words.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return false;
  const found = writingOf(words);
  // a Japanese list of terms may have no kana
  return (
    found !== wanted && !(wanted === 'ja' && found === 'zh' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words))
  );
}
