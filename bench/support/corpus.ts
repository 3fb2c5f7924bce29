/**
 * Generated notes from a seed: about 1 kB of text each, a third of them in Chinese characters. Word frequencies follow
 * Zipf's law.
 */

const WORDS = 30_000;
const HAN = 3_000;
const LATIN_WORDS = 240;
const HAN_CHARACTERS = 340;

export interface Note {
  title: string;
  text: string;
  cjk: boolean;
}

export class Corpus {
  constructor(private seed = 7) {}

  note(at: number): Note {
    const cjk = at % 3 === 0;
    return cjk
      ? { cjk, title: `${this.phrase(true, 12)} ${at}`, text: this.phrase(true, HAN_CHARACTERS) }
      : { cjk, title: `${this.phrase(false, 4)} ${at}`, text: this.phrase(false, LATIN_WORDS) };
  }

  /** A typical search query. */
  question(at: number): string {
    return at % 3 === 0 ? this.phrase(true, 3) : `${this.word()} ${this.word().slice(0, 3)}`;
  }

  phrase(cjk: boolean, length: number): string {
    return Array.from({ length }, () => (cjk ? String.fromCodePoint(0x4e00 + this.rare(HAN)) : this.word())).join(
      cjk ? '' : ' ',
    );
  }

  private word(): string {
    let n = this.rare(WORDS);
    let word = '';
    do {
      word += 'etaoinshrdlu'[n % 12]!;
      n = Math.floor(n / 12);
    } while (n > 0);
    return word.length < 3 ? `${word}a` : word;
  }

  private rare(below: number): number {
    return Math.floor(Math.exp((this.random(1_000_000) / 1_000_000) * Math.log(below)));
  }

  private random(below: number): number {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed % below;
  }
}
