/** Finds the words of a quote in a passage: white space, width of characters, quotation marks and dashes may differ. */
import { eachTerm } from '../../../sync/text/tokenise';

const DOUBLE = /[“”„‟«»「」『』〝〞＂]/gu;
const SINGLE = /[‘’‚‛‹›＇`´]/gu;
const DASH = /[‐‑‒–—―−－]/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}]/u;
/** Least weight of a quote: letters and digits count one, wide characters two. */
const LEAST_WEIGHT = 4;
/** UTF-16 units of a sentence that is taken for a quote */
const SENTENCE_MAX = 500;
/** share of the words of a claim that a sentence of the passage must have */
const LEAST_SHARE = 0.5;
const LEAST_SHARED = 2;

interface Folded {
  text: string;
  /** start and end in the original of each unit */
  starts: number[];
  ends: number[];
}

function fold(text: string): Folded {
  let out = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    const plain = character
      .normalize('NFKD')
      .replace(DOUBLE, '"')
      .replace(SINGLE, "'")
      .replace(DASH, '-')
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/gu, ' ');
    if (plain === ' ' && out.endsWith(' ')) ends[ends.length - 1] = end;
    else {
      for (let i = 0; i < plain.length; i += 1) {
        starts.push(at);
        ends.push(end);
      }
      out += plain;
    }
    at = end;
  }
  return { text: out, starts, ends };
}

const weightOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : WORD.test(character) ? 1 : 0), 0);

/** The words as they stand in the passage; null if they do not, or are too few to mean one place. */
export function quoteIn(passage: string, quote: string): string | null {
  const within = fold(passage);
  const whole = fold(quote).text.trim();
  const asked = whole.replace(/^["']/, '').replace(/["']$/, '').trim();
  const bare = asked.replace(/^(?:["']|\.{3}|…)+\s*|\s*["'.…,;:。、]+$/gu, '');
  for (const words of [asked, bare]) {
    if (weightOf(words) < LEAST_WEIGHT) return null;
    const at = within.text.indexOf(words);
    if (at >= 0) return passage.slice(within.starts[at], within.ends[at + words.length - 1]);
  }
  return null;
}

const termsOf = (text: string): Set<string> => {
  const terms = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  return terms;
};

/** Signs of Markdown around a sentence: of a list, of a task, and halves of a marker whose stop ended the sentence. */
const AROUND = /^(?:\^\d+\]\s*|(?:[-*]|\d+\.|\[[ x]?\])\s+)+(?=\S)|\s*\[\^?\d*$/gu;

/** The sentence of a passage that shares most words with a claim; null if none shares enough. */
export function sentenceFor(passage: string, claim: string): string | null {
  const asked = termsOf(claim);
  let best: { sentence: string; shared: number } | null = null;
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'sentence' }).segment(passage)) {
    const sentence = segment.trim().replace(AROUND, '');
    if (sentence === '' || sentence.length > SENTENCE_MAX) continue;
    const has = termsOf(sentence);
    const shared = [...asked].filter((term) => has.has(term)).length;
    if (shared > (best?.shared ?? 0)) best = { sentence, shared };
  }
  if (!best || best.shared < Math.min(LEAST_SHARED, asked.size)) return null;
  return best.shared >= asked.size * LEAST_SHARE ? best.sentence : null;
}
