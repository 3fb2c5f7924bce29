/**
 * Streaming sample-rate conversion of mono blocks: a windowed-sinc low-pass below the smaller of the two Nyquist
 * frequencies, evaluated at each output instant from a table of polyphase filters. Without the low-pass, frequencies
 * above 8 kHz would alias into speech.
 */

/** zero crossings of the sinc on each side of its centre, at the lower of both rates */
const CROSSINGS = 24;
/** filters in the table for fractional positions; adjacent ones are interpolated */
const PHASES = 256;
/** pass band as a fraction of the lower Nyquist frequency; leaves room for the filter's slope */
const PASS = 0.92;
/** parameter of the Kaiser window: about 80 dB stop-band attenuation */
const BETA = 8;

/** Modified Bessel function of the first kind, order 0. */
function bessel(x: number): number {
  let sum = 1;
  for (let k = 1, term = 1; k < 40; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** One row of taps for each phase 0…PHASES, each with unit gain at 0 Hz. */
function buildTable(cutoff: number, half: number): Float32Array[] {
  const i0 = bessel(BETA);
  return Array.from({ length: PHASES + 1 }, (_, phase) => {
    const row = new Float32Array(2 * half);
    let sum = 0;
    for (let i = 0; i < row.length; i += 1) {
      const x = i - (half - 1) - phase / PHASES;
      const a = Math.PI * cutoff * x;
      const sinc = Math.abs(a) < 1e-9 ? 1 : Math.sin(a) / a;
      const edge = Math.abs(x) / half;
      const value = edge >= 1 ? 0 : sinc * (bessel(BETA * Math.sqrt(1 - edge * edge)) / i0);
      row[i] = value;
      sum += value;
    }
    for (let i = 0; i < row.length; i += 1) row[i]! /= sum;
    return row;
  });
}

export class Resampler {
  readonly #step: number;
  readonly #half: number;
  readonly #table: Float32Array[] | null;
  /** input not processed yet; its sample 0 is `half - 1` samples before the filter's centre at #position 0 */
  #pending: Float32Array;
  #position = 0;

  /**
   * @param from input rate, Hz
   * @param to   output rate, Hz
   */
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    if (!(from > 0 && to > 0)) throw new RangeError(`sample rates must be positive: ${from} → ${to}`);
    this.#step = from / to;
    const cutoff = Math.min(1, to / from) * PASS;
    this.#half = Math.ceil(CROSSINGS / Math.min(1, to / from));
    this.#table = from === to ? null : buildTable(cutoff, this.#half);
    this.#pending = new Float32Array(this.#half - 1);
  }

  /** Converts a block; samples that need the next block are returned with it. Values −1…1 in and out. */
  push(input: Float32Array): Float32Array {
    const table = this.#table;
    if (!table) return input.slice();
    const taps = 2 * this.#half;
    const x = new Float32Array(this.#pending.length + input.length);
    x.set(this.#pending);
    x.set(input, this.#pending.length);
    const room = x.length - taps - this.#position;
    const out = new Float32Array(room < 0 ? 0 : Math.floor(room / this.#step) + 1);
    let position = this.#position;
    for (let n = 0; n < out.length; n += 1, position += this.#step) {
      const at = Math.floor(position);
      const exact = (position - at) * PHASES;
      const phase = Math.floor(exact);
      const mix = exact - phase;
      const a = table[phase]!;
      const b = table[phase + 1]!;
      let low = 0;
      let high = 0;
      for (let i = 0; i < taps; i += 1) {
        const sample = x[at + i]!;
        low += sample * a[i]!;
        high += sample * b[i]!;
      }
      out[n] = low + (high - low) * mix;
    }
    const used = Math.min(Math.floor(position), x.length);
    this.#pending = x.slice(used);
    this.#position = position - used;
    return out;
  }

  /** The last samples, as if followed by silence. */
  flush(): Float32Array {
    return this.#table ? this.push(new Float32Array(this.#half)) : new Float32Array(0);
  }
}
