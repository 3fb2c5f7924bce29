/**
 * Sample-rate conversion for a stream of mono blocks: a low-pass of windowed sinc below the smaller of the two Nyquist frequencies,
 * evaluated at each output instant from a table of polyphase filters. Without it, what lies above 8 kHz would fold back into speech.
 */

/** zero crossings of the sinc on each side of its centre, at the lower of both rates */
const CROSSINGS = 24;
/** filters in the table for fractional positions; two neighbours are interpolated */
const PHASES = 256;
/** pass band as a part of the lower Nyquist frequency: leaves room for the filter's slope */
const PASS = 0.92;
/** of the Kaiser window: about 80 dB down in the stop band */
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

/** One row of taps for each phase 0…PHASES, each of unit gain at 0 Hz. */
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
  /** input not yet passed; its sample 0 stands `half - 1` before the filter's centre at #position 0 */
  #kept: Float32Array;
  #position = 0;

  /**
   * @param from rate of what comes in, Hz
   * @param to   rate of what goes out, Hz
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
    this.#kept = new Float32Array(this.#half - 1);
  }

  /** Converts a block; what the filter still needs from the next block comes out with it. Values −1…1 in and out. */
  push(input: Float32Array): Float32Array {
    const table = this.#table;
    if (!table) return input.slice();
    const taps = 2 * this.#half;
    const x = new Float32Array(this.#kept.length + input.length);
    x.set(this.#kept);
    x.set(input, this.#kept.length);
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
    this.#kept = x.slice(used);
    this.#position = position - used;
    return out;
  }

  /** The last samples, as if silence followed. */
  flush(): Float32Array {
    return this.#table ? this.push(new Float32Array(this.#half)) : new Float32Array(0);
  }
}
