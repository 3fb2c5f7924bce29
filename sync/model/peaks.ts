/**
 * Peaks of a recording: its loudness over time, as the player draws it. Computed from the samples during encoding, or
 * from a decoded file. The step doubles when there are too many levels, so that long recordings have as few as short
 * ones.
 */

/** most levels of one recording */
export const PEAKS_MAX = 1200;
/** milliseconds of the finest step */
export const FINEST_MS = 100;

export interface Peaks {
  /** milliseconds per level */
  everyMs: number;
  /** base64, one byte per level: 255 times the square root of the loudest sample, so that quiet speech is visible */
  levels: string;
}

/** The levels, each 0 to 1. */
export const levelsOf = ({ levels }: Peaks): number[] => Array.from(atob(levels), (one) => one.charCodeAt(0) / 255);

export class PeakMeter {
  #levels: number[] = [];
  #everyMs = FINEST_MS;
  #loudest = 0;
  /** number of samples of the present step */
  #samples = 0;

  /** @param rate sampling rate, Hz */
  constructor(private readonly rate: number) {}

  /** Adds samples −1…1 of each channel, all of one length. */
  push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    let step = (this.rate * this.#everyMs) / 1000;
    for (let at = 0; at < length; at += 1) {
      for (const channel of channels) {
        const size = Math.abs(channel[at]!);
        if (size > this.#loudest) this.#loudest = size;
      }
      this.#samples += 1;
      if (this.#samples < step) continue;
      this.#samples -= step;
      this.#levels.push(this.#loudest);
      this.#loudest = 0;
      if (this.#levels.length < PEAKS_MAX) continue;
      this.#halve();
      step *= 2;
    }
  }

  /** The peaks so far, including the unfinished step. */
  read(): Peaks {
    const all = this.#samples >= 1 ? [...this.#levels, this.#loudest] : this.#levels;
    const bytes = all.map((loudest) => String.fromCharCode(Math.round(255 * Math.sqrt(Math.min(1, loudest)))));
    return { everyMs: this.#everyMs, levels: btoa(bytes.join('')) };
  }

  #halve(): void {
    const before = this.#levels;
    this.#levels = Array.from({ length: before.length / 2 }, (_, at) => Math.max(before[2 * at]!, before[2 * at + 1]!));
    this.#everyMs *= 2;
  }
}
