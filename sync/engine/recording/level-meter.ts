/** Loudness for the level meter, and detection of silence. */
import { LIMITS } from '../../model/limits';

export interface Level {
  /** root mean square, 0…1 */
  rms: number;
  /** 0…1 */
  peak: number;
}

/** Level of a silent room: about −60 dBFS, below the noise of any microphone that is on and near people. */
export const SILENCE_RMS = 0.001;

export class LevelMeter {
  #squares = 0;
  #peak = 0;
  #samples = 0;
  #quietMs = 0;
  #silent = false;

  /**
   * @param rate    sample rate of the input
   * @param everyMs interval of levels
   */
  constructor(
    private readonly rate: number,
    private readonly everyMs = 100,
  ) {}

  /** True after LIMITS.silenceWarning seconds without sound above SILENCE_RMS. */
  get silent(): boolean {
    return this.#silent;
  }

  /** Adds samples. @returns a level after every `everyMs` of sound, else null */
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
