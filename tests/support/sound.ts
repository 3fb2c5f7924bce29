/**
 * Is it the same sound? Both are decoded by the browser, turned into energies of bands over time, aligned, and correlated.
 */
import type { Page } from '@playwright/test';

/** Energies in decibels: a row every 40 ms, 16 bands between 100 and 4,000 Hz. */
export interface Spectrum {
  seconds: number;
  rows: number[][];
  /** root mean square of the whole, 0 to 1 */
  rms: number;
}

/** Decodes audio (base64) in the page. */
export async function spectrumOf(page: Page, audio: Buffer): Promise<Spectrum> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const decoded = await new OfflineAudioContext(1, 16000, 16000).decodeAudioData(bytes.buffer);
    const samples = decoded.getChannelData(0);
    const rate = decoded.sampleRate;
    const hop = Math.round(rate * 0.04);
    const bands = 16;
    const edges = Array.from({ length: bands }, (_, i) => 100 * 40 ** ((i + 0.5) / bands));
    const rows: number[][] = [];
    for (let at = 0; at + hop <= samples.length; at += hop) {
      // Goertzel at each band's centre over one hop with a Hann window.
      rows.push(edges.map((f) => {
        const w = (2 * Math.PI * f) / rate;
        const c = 2 * Math.cos(w);
        let s1 = 0;
        let s2 = 0;
        for (let i = 0; i < hop; i += 1) {
          const s = samples[at + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / hop)) + c * s1 - s2;
          s2 = s1;
          s1 = s;
        }
        return 10 * Math.log10((s1 * s1 + s2 * s2 - c * s1 * s2) / hop + 1e-7);
      }));
    }
    let sum = 0;
    for (const s of samples) sum += s * s;
    return { seconds: decoded.duration, rows, rms: Math.sqrt(sum / Math.max(1, samples.length)) };
  }, audio.toString('base64'));
}

/**
 * The best correlation (-1 to 1) of `heard` with `source` over shifts of up to `maxShiftSeconds`, on the rows both have, counting only
 * rows in which the source is not silent.
 */
export function similarity(source: Spectrum, heard: Spectrum, maxShiftSeconds = 5): { correlation: number; shiftSeconds: number } {
  const flat = (s: Spectrum) => s.rows.map((r) => r.map((v) => Math.max(v, -55)));
  const a = flat(source);
  const b = flat(heard);
  let best = { correlation: -1, shiftSeconds: 0 };
  for (let shift = -Math.round(maxShiftSeconds / 0.04); shift <= Math.round(maxShiftSeconds / 0.04); shift += 1) {
    const xs: number[] = [];
    const ys: number[] = [];
    for (let i = 0; i < a.length; i += 1) {
      const row = b[i + shift];
      if (row) for (let k = 0; k < row.length; k += 1) { xs.push(a[i]![k]!); ys.push(row[k]!); }
    }
    if (xs.length < 16 * 25) continue;
    const mx = xs.reduce((s, v) => s + v, 0) / xs.length;
    const my = ys.reduce((s, v) => s + v, 0) / ys.length;
    let xy = 0;
    let xx = 0;
    let yy = 0;
    for (let i = 0; i < xs.length; i += 1) {
      xy += (xs[i]! - mx) * (ys[i]! - my);
      xx += (xs[i]! - mx) ** 2;
      yy += (ys[i]! - my) ** 2;
    }
    const correlation = xy / Math.sqrt(xx * yy || 1);
    if (correlation > best.correlation) best = { correlation, shiftSeconds: shift * 0.04 };
  }
  return best;
}
