/**
 * Splits a person's text into questions without a language model: its sentences, and parts of sentences with enough
 * meaningful words.
 */
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { LIMITS } from '../../../sync/model/limits';
import { clean, wellFormed } from '../../../sync/model/text';

/** meaningful words that a part of a sentence must have to become a question */
const LEAST_TERMS = 2;
const SENTENCE = /[^\n.!?。！？]+(?:\.(?=\d)[^\n.!?。！？]+)*[.!?。！？]*/gu;
/** Commas and conjunctions between the parts of a sentence, in the five languages. */
const BETWEEN = new RegExp(
  [
    String.raw`\s*[,;，；、]\s*(?:and|or)?\s+|[;，；、]|\s+(?:and|or|as well as|versus|vs\.?)\s+`,
    '以及|并且|並且|还有|還有|および|及び|ならびに|それと|그리고|및',
  ].join('|'),
  'giu',
);

/** The text as one line, cut to the maximum length of a question in a plan. */
export const planLine = (text: string): string => wellFormed(clean(text).slice(0, LIMITS.researchQuestion.max)).trim();

/** The Japanese particle と ("and") after Kanji or Katakana. After Hiragana it may be part of a word. */
const JOINING = /(?<=[\p{Script=Han}\p{Script=Katakana}ー])と$/u;

const termsOf = (text: string): string[] => [...contentTerms(text)];

/** Equal for questions with the same words. */
const wordsOf = (question: string): string => termsOf(question).sort().join(' ') || question;

/** Removes questions with the same words and keeps at most as many as a plan may have. */
export function distinct(questions: readonly string[], most: number = LIMITS.researchPlan): string[] {
  const known = new Set<string>();
  return questions
    .map(planLine)
    .filter((question) => {
      const key = wordsOf(question);
      return question !== '' && !known.has(key) && known.add(key);
    })
    .slice(0, most);
}

/**
 * Removes the questions whose words one of `earlier` has. The first question stays in any case, and so do those of
 * `wanted`.
 */
export function withoutRepeated(
  [first, ...others]: readonly string[],
  earlier: readonly string[],
  wanted: readonly string[],
): string[] {
  const repeated = new Set(earlier.map((question) => wordsOf(planLine(question))));
  for (const question of wanted) repeated.delete(wordsOf(question));
  return first === undefined ? [] : [first, ...others.filter((question) => !repeated.has(wordsOf(question)))];
}

/** Returns the sentences of the texts, then their parts; if there are none, the first text. */
export function subquestionsOf(texts: readonly string[], most?: number): string[] {
  const sentences = texts.flatMap((text) => text.match(SENTENCE) ?? []).map((each) => each.trim());
  const parts = sentences.flatMap((sentence) => {
    const cut = sentence.split(BETWEEN).map((part) => part.trim());
    const last = cut.length - 1;
    return cut.length > 1
      ? cut
          .map((part, n) => (n < last ? part.replace(JOINING, '') : part))
          .filter((part) => termsOf(part).length >= LEAST_TERMS)
      : [];
  });
  const questions = distinct([...sentences, ...parts], most);
  return questions.length > 0 ? questions : distinct([texts[0] ?? '']);
}
