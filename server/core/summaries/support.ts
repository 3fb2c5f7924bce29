/**
 * Checks which passages support what a model wrote. A quote must stand in its passage, or in one close to it; then the
 * sentence must share words with the passage and its neighbours, unless they are written in different languages.
 */
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { LIMITS } from '../../../sync/model/limits';
import { textLanguage } from '../../../sync/model/text-language';
import { markerAt } from '../chat/citation-marker';
import { quoteIn, sentenceFor } from '../chat/quotes';
import type { SourcePassage } from './sources';

/** passages before and behind the named one in which its quote is looked for: models miscount */
const NEAR = 30;
/** UTF-16 units of a quote that names one place among several passages */
const TELLING = 12;
/** share of a sentence's words that its place has, and their least number where it has more than a few */
const LEAST_SHARE = 0.15;
const LEAST_SHARED = 2;
const FEW = 3;

export interface Supported {
  passage: SourcePassage;
  quote: string;
}

const languageGroup = (text: string): string | undefined => textLanguage(text)?.replace(/_.*/, '');

export class Support {
  private readonly byNo: ReadonlyMap<number, SourcePassage>;

  constructor(passages: readonly SourcePassage[]) {
    this.byNo = new Map(passages.map((passage) => [passage.no, passage]));
  }

  /** The place of a marker whose words support a sentence; null if none does. */
  find(sentence: string, no: number, words: string | null): Supported | null {
    const found = this.quoted(sentence, no, words);
    if (!found || found.quote.length > LIMITS.passage.max || found.quote.includes(']]') || found.quote.includes('\n'))
      return null;
    return this.supports(sentence, found.passage, found.passage.no === no) ? found : null;
  }

  /** The text with the markers of places that support the sentence before them, and no others. */
  checked(text: string): string {
    return text
      .split('\n')
      .map((line) => this.checkedLine(line))
      .join('\n');
  }

  private checkedLine(line: string): string {
    let out = '';
    let sentence = '';
    let at = 0;
    for (let open = line.indexOf('[['); open >= 0; open = line.indexOf('[[', at)) {
      const marker = markerAt(line.slice(open), true);
      if (typeof marker === 'string') {
        out += line.slice(at, open + 2);
        at = open + 2;
        continue;
      }
      const words = line.slice(at, open);
      // several markers behind one sentence
      if (/[\p{L}\p{N}]/u.test(words)) sentence = words;
      out += words;
      for (const { no, quote } of marker.cited) {
        const found = this.find(sentence, no, quote);
        if (found) out += `[[${found.passage.no}: "${found.quote}"]]`;
      }
      at = open + marker.length;
    }
    // a marker that was dropped leaves the space before it
    return (out + line.slice(at)).trimEnd();
  }

  private quoted(sentence: string, no: number, words: string | null): Supported | null {
    const named = this.byNo.get(no);
    if (words === null) {
      const quote = named && sentenceFor(named.text, sentence);
      return quote ? { passage: named, quote } : null;
    }
    const own = named && quoteIn(named.text, words);
    if (own) return { passage: named, quote: own };
    if (words.length < TELLING) return null;
    for (let distance = 1; distance <= NEAR; distance += 1)
      for (const near of [no - distance, no + distance]) {
        const passage = this.byNo.get(near);
        const quote = passage && quoteIn(passage.text, words);
        if (quote) return { passage, quote };
      }
    return null;
  }

  /** @param isNamed the model named this passage itself */
  private supports(sentence: string, { no, text }: SourcePassage, isNamed: boolean): boolean {
    const language = languageGroup(sentence);
    const other = languageGroup(text);
    if (language && other && language !== other) return isNamed;
    const asked = contentTerms(sentence);
    if (asked.size === 0) return true;
    const around = [no - 1, no, no + 1].map((each) => this.byNo.get(each)?.text ?? '').join('\n');
    const has = contentTerms(around);
    const shared = [...asked].filter((term) => has.has(term)).length;
    return shared >= (asked.size <= FEW ? 1 : Math.max(LEAST_SHARED, Math.ceil(asked.size * LEAST_SHARE)));
  }
}
