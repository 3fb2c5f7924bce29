/**
 * Claims of a research. Findings that say the same are one claim, which is written once and cites all of them.
 *
 * Two findings say the same if they have the same words in the same order, and the same numbers. Case, width, accents,
 * punctuation between words, "the" and the copula at the end of a Japanese or Korean sentence may differ. Nothing else
 * may: one further word can turn the meaning of a sentence around.
 */
import { fold } from '../../../sync/text/fold';
import { withPlainNumbers } from './numbers';
import type { Finding } from './work';

/** 。 and 」 and so on; not between digits (3.5, 10:30), and no sign with a meaning of its own (%, $, +, C#) */
const PUNCTUATION = /(?<!\p{Nd})[.,:]|[.,:](?!\p{Nd})|[;!。、・…"'“”„‘’«»「」『』《》()[\]]/gu;
const HYPHEN = /(?<=\p{L})[-‐‑–—](?=\p{L})/gu;
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const SPACE_OF_UNSPACED = new RegExp(String.raw`(?<=${UNSPACED})\s+|\s+(?=${UNSPACED})`, 'gu');
const ARTICLE = /(?<=^|\s)the(?=\s)/g;
const COPULA = /(?:である|です|だ|입니다|이에요|예요|이다)$/u;

/** The same for claims that say the same. */
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

  /** The first finding of each claim. */
  get first(): Finding[] {
    return [...this.groups.values()].map(([finding]) => finding!);
  }

  /**
   * Findings for the section of a question, one for each claim. What an earlier question has is not repeated, unless
   * nothing else answers this one.
   */
  of(question: number): Finding[] {
    const first = this.first.filter((finding) => finding.question === question);
    if (first.length > 0) return first;
    return [...this.groups.values()].flatMap((group) => group.find((finding) => finding.question === question) ?? []);
  }

  /** Numbers of findings with those of all findings that say the same. */
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
