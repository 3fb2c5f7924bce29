/** Collects decoded audio, for parts of a recording. */

export interface Block {
  /** −1…1, all of one length */
  channels: Float32Array[];
  /** Hz */
  rate: number;
}

/** All samples of each channel, 16 bit. `rate` is 0 for a file without audio. */
export async function samplesOf(blocks: AsyncIterable<Block>): Promise<{ channels: Int16Array[]; rate: number }> {
  const parts: Int16Array[][] = [];
  let rate = 0;
  for await (const block of blocks) {
    rate = block.rate;
    parts.push(block.channels.map((samples) => Int16Array.from(samples, (s) => Math.max(-1, Math.min(1, s)) * 32_767)));
  }
  const length = parts.reduce((sum, [first]) => sum + first!.length, 0);
  const channels = (parts[0] ?? []).map((_, channel) => {
    const all = new Int16Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part[channel]!, at);
      at += part[channel]!.length;
    }
    return all;
  });
  return { channels, rate };
}
