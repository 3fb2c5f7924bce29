/** How loud it is, for the meter and for the warning that nothing is heard. */
import { LIMITS } from '../../model/limits';

export interface Level {
  /** root of the mean square, 0…1 */
  rms: number;
  /** 0…1 */
  peak: number;
}

/** Below this a room is silent: about −60 dBFS, under the noise of any microphone that is switched on and near people. */
export const SILENCE_RMS = 0.001;

export class LevelMeter {
  #squares = 0;
  #peak = 0;
  #samples = 0;
  #quietMs = 0;
  #silent = false;

  /**
   * @param rate    samples a second of what is pushed
   * @param everyMs how often a level is given
   */
  constructor(
    private readonly rate: number,
    private readonly everyMs = 100,
  ) {}

  /** No sound above SILENCE_RMS for LIMITS.silenceWarning seconds. */
  get silent(): boolean {
    return this.#silent;
  }

  /** Takes samples. @returns a level when `everyMs` of sound is full, else null */
  push(samples: Float32Array): Level | null {
    for (const s of samples) {
      this.#squares += s * s;
      const size = Math.abs(s);
      if (size > this.#peak) this.#peak = size;
    }
    this.#samples += samples.length;
    if ((this.#samples / this.rate) * 1000 < this.everyMs) return null;
    const level = { rms: Math.sqrt(this.#squares / this.#samples), peak: Math.min(1, this.#peak) };
    this.#quietMs = level.rms < SILENCE_RMS ? this.#quietMs + (this.#samples / this.rate) * 1000 : 0;
    this.#silent = this.#quietMs >= LIMITS.silenceWarning * 1000;
    this.#squares = this.#peak = this.#samples = 0;
    return level;
  }

  reset(): void {
    this.#squares = this.#peak = this.#samples = this.#quietMs = 0;
    this.#silent = false;
  }
}
