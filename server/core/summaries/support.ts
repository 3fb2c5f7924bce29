/**
 * Checks which passages support a sentence of a model. The quote must be in the cited passage or a nearby one, and the
 * sentence must share words with that passage and its neighbours, unless their languages differ.
 */
import { contentTerms } from '../../../sync/meeting/transcript-index';
import { LIMITS } from '../../../sync/model/limits';
import { textLanguage } from '../../../sync/model/text-language';
import { markerAt } from '../chat/citation-marker';
import { quoteIn, sentenceFor } from '../chat/quotes';
import { areDatesSaid } from './said-due';
import type { SourcePassage } from './sources';

/** passages before and after the cited one that are searched for the quote, as models miscount */
const NEAR = 30;
/** least length of a quote that is searched in other passages, in UTF-16 units */
const TELLING = 12;
/** least share and number of a sentence's words that its passage contains; one word for sentences of up to FEW words */
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

  /** @param heldOn the day of the meeting, as `2026-11-28`; '' if unknown */
  constructor(
    passages: readonly SourcePassage[],
    private readonly heldOn = '',
  ) {
    this.byNo = new Map(passages.map((passage) => [passage.no, passage]));
  }

  /** The passage of a marker if it supports the sentence, otherwise null. */
  find(sentence: string, no: number, words: string | null): Supported | null {
    const found = this.quoted(sentence, no, words);
    if (!found || found.quote.length > LIMITS.passage.max || found.quote.includes(']]') || found.quote.includes('\n'))
      return null;
    return this.supports(sentence, found.passage, found.passage.no === no) ? found : null;
  }

  /** The text of a passage and its neighbours. */
  around(no: number): string {
    return [no - 1, no, no + 1].map((each) => this.byNo.get(each)?.text ?? '').join('\n');
  }

  /** Whether the dates of a text are in these passages or their neighbours, or follow from them. */
  private hasDates(text: string, found: readonly Supported[]): boolean {
    return areDatesSaid(text, found.map(({ passage }) => this.around(passage.no)).join('\n'), this.heldOn);
  }

  /**
   * The text without markers of passages that do not support the sentence before them, and without those of a line that
   * has a date of which its passages say nothing.
   */
  checked(text: string): string {
    return text
      .split('\n')
      .map((line) => this.checkedLine(line))
      .join('\n');
  }

  private checkedLine(line: string): string {
    let out = '';
    let bare = '';
    const all: Supported[] = [];
    let sentence = '';
    let at = 0;
    for (let open = line.indexOf('[['); open >= 0; open = line.indexOf('[[', at)) {
      const marker = markerAt(line.slice(open), true);
      if (typeof marker === 'string') {
        out += line.slice(at, open + 2);
        bare += line.slice(at, open + 2);
        at = open + 2;
        continue;
      }
      const words = line.slice(at, open);
      // a further marker belongs to the same sentence
      if (/[\p{L}\p{N}]/u.test(words)) sentence = words;
      out += words;
      bare += words;
      for (const { no, quote } of marker.cited) {
        const found = this.find(sentence, no, quote);
        if (!found) continue;
        all.push(found);
        out += `[[${found.passage.no}: "${found.quote}"]]`;
      }
      at = open + marker.length;
    }
    bare += line.slice(at);
    const isSaid = all.length === 0 || this.hasDates(bare, all);
    // remove the space before a removed marker
    return (isSaid ? out + line.slice(at) : bare).trimEnd();
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

  /** @param isNamed whether the model cited this passage itself, and not a nearby one */
  private supports(sentence: string, { no, text }: SourcePassage, isNamed: boolean): boolean {
    const language = languageGroup(sentence);
    const other = languageGroup(text);
    if (language && other && language !== other) return isNamed;
    const asked = contentTerms(sentence);
    if (asked.size === 0) return true;
    const has = contentTerms(this.around(no));
    const shared = [...asked].filter((term) => has.has(term)).length;
    return shared >= (asked.size <= FEW ? 1 : Math.max(LEAST_SHARED, Math.ceil(asked.size * LEAST_SHARE)));
  }
}
