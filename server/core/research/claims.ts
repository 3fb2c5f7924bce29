/**
 * Groups the findings of a research by their claims: a claim is written once and cites all its findings (decision 125).
 *
 * Two claims are the same if they have the same words in the same order, and the same numbers. Differences of case,
 * width, accents, punctuation between words, "the" and the copula at the end of a Japanese or Korean sentence are
 * ignored. All other words count, since one word can reverse the meaning of a sentence.
 */
import { fold } from '../../../sync/text/fold';
import { withPlainNumbers } from './numbers';
import type { Finding } from './work';

/** full stops, brackets, quotes etc., but not inside numbers (3.5, 10:30); other signs (%, $, +, #) have a meaning */
const PUNCTUATION = /(?<!\p{Nd})[.,:]|[.,:](?!\p{Nd})|[;!。、・…"'“”„‘’«»「」『』《》()[\]]/gu;
const HYPHEN = /(?<=\p{L})[-‐‑–—](?=\p{L})/gu;
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const SPACE_OF_UNSPACED = new RegExp(String.raw`(?<=${UNSPACED})\s+|\s+(?=${UNSPACED})`, 'gu');
const ARTICLE = /(?<=^|\s)the(?=\s)/g;
const COPULA = /(?:である|です|だ|입니다|이에요|예요|이다)$/u;

/** Returns equal keys for claims that are the same. */
export function claimKey(claim: string): string {
  const words = withPlainNumbers(claim).replace(PUNCTUATION, ' ').trim().replace(COPULA, '');
  const folded = fold(words.replace(HYPHEN, ' ')).text.replace(ARTICLE, ' ');
  return folded.replace(SPACE_OF_UNSPACED, '').replace(/\s+/gu, ' ').trim() || claim;
}

export class Claims {
  private readonly groups = new Map<string, Finding[]>();
  private readonly byNo: ReadonlyMap<number, Finding>;

  constructor(private readonly findings: readonly Finding[]) {
    this.byNo = new Map(findings.map((finding) => [finding.n, finding]));
    for (const finding of findings) {
      const key = claimKey(finding.claim);
      this.groups.set(key, [...(this.groups.get(key) ?? []), finding]);
    }
  }

  /** The first finding of each group. */
  get first(): Finding[] {
    return [...this.groups.values()].map(([finding]) => finding!);
  }

  /**
   * Findings for the section of a question, one per claim. A claim of several questions belongs to the earliest one; a
   * question that has only such claims gets them nevertheless.
   */
  of(question: number): Finding[] {
    const first = this.first.filter((finding) => finding.question === question);
    if (first.length > 0) return first;
    return [...this.groups.values()].flatMap((group) => group.find((finding) => finding.question === question) ?? []);
  }

  /** The numbers of the findings, and of all other findings with the same claims. */
  citing(numbers: readonly number[]): number[] {
    const all = numbers.flatMap((n) => {
      const finding = this.byNo.get(n);
      return finding ? this.groups.get(claimKey(finding.claim))!.map((each) => each.n) : [];
    });
    return [...new Set(all)];
  }

  /** Quotes of findings by their numbers. */
  quotes(numbers: readonly number[]): string[] {
    return numbers.flatMap((n) => this.byNo.get(n)?.quote ?? []);
  }
}
