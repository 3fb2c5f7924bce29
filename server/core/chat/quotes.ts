/** Finds a quote in a passage. White space, character width, quotation marks and dashes may differ. */
import { eachTerm } from '../../../sync/text/tokenise';

const DOUBLE = /[“”„‟«»「」『』〝〞＂]/gu;
const SINGLE = /[‘’‚‛‹›＇`´]/gu;
const DASH = /[‐‑‒–—―−－]/gu;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const WORD = /[\p{L}\p{N}]/u;
/** least weight of a quote: letters and digits count one, CJK characters two */
const LEAST_WEIGHT = 4;
/** UTF-16 units of a sentence that is quoted, at most */
const SENTENCE_MAX = 500;
/** share and number of a claim's words that a sentence of the passage must have */
const LEAST_SHARE = 0.5;
const LEAST_SHARED = 2;

/** A text in normal form for comparison. */
interface Folded {
  text: string;
  /** for each UTF-16 unit, its start and end in the original text */
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

const termsOf = (text: string): Set<string> => {
  const terms = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  return terms;
};

/** Markdown around a sentence: list and task markers, and halves of footnote markers that the segmenter has split. */
const AROUND = /^(?:\^\d+\]\s*|(?:[-*]|\d+\.|\[[ x]?\])\s+)+(?=\S)|\s*\[\^?\d*$/gu;

interface Sentence {
  text: string;
  terms: ReadonlySet<string>;
}

function sentencesOf(passage: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'sentence' }).segment(passage)) {
    const text = segment.trim().replace(AROUND, '');
    if (text !== '' && text.length <= SENTENCE_MAX) sentences.push({ text, terms: termsOf(text) });
  }
  return sentences;
}

/** A passage that may be cited many times: it is normalised, and cut into sentences, once. */
export class QuotedPassage {
  private folded: Folded | null = null;
  private sentences: Sentence[] | null = null;

  constructor(private readonly text: string) {}

  /** The quote as written in the passage; null if it is not there, or is too short to identify one place. */
  quote(quote: string): string | null {
    const within = (this.folded ??= fold(this.text));
    const whole = fold(quote).text.trim();
    const asked = whole.replace(/^["']/, '').replace(/["']$/, '').trim();
    const bare = asked.replace(/^(?:["']|\.{3}|…)+\s*|\s*["'.…,;:。、]+$/gu, '');
    for (const words of [asked, bare]) {
      if (weightOf(words) < LEAST_WEIGHT) return null;
      const at = within.text.indexOf(words);
      if (at >= 0) return this.text.slice(within.starts[at], within.ends[at + words.length - 1]);
    }
    return null;
  }

  /** The sentence that shares most words with a claim; null if no sentence shares enough. */
  sentenceFor(claim: string): string | null {
    const asked = termsOf(claim);
    let best: { text: string; shared: number } | null = null;
    for (const { text, terms } of (this.sentences ??= sentencesOf(this.text))) {
      let shared = 0;
      for (const term of asked) if (terms.has(term)) shared += 1;
      if (shared > (best?.shared ?? 0)) best = { text, shared };
    }
    if (!best || best.shared < Math.min(LEAST_SHARED, asked.size)) return null;
    return best.shared >= asked.size * LEAST_SHARE ? best.text : null;
  }
}

export const quoteIn = (passage: string, quote: string): string | null => new QuotedPassage(passage).quote(quote);
export const sentenceFor = (passage: string, claim: string): string | null =>
  new QuotedPassage(passage).sentenceFor(claim);
