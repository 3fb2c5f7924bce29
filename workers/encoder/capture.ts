/** Reads captured audio in the worker and mixes it to mono. */
import type { CaptureSource } from '../../sync/engine/recording/encoder-api';

/** The mean of all channels of one block. */
function toMono(data: AudioData): Float32Array {
  const frames = data.numberOfFrames;
  const mono = new Float32Array(frames);
  const plane = new Float32Array(frames);
  for (let channel = 0; channel < data.numberOfChannels; channel += 1) {
    data.copyTo(plane, { planeIndex: channel, format: 'f32-planar' });
    for (let i = 0; i < frames; i += 1) mono[i]! += plane[i]! / data.numberOfChannels;
  }
  return mono;
}

/**
 * Passes on each block until the source ends or `signal` aborts.
 * @param onBlock mono samples −1…1 and their rate in Hz
 * @param onEnd   the source ended by itself (device disconnected, permission revoked)
 */
export function readSource(
  source: CaptureSource,
  signal: AbortSignal,
  onBlock: (block: Float32Array, rate: number) => void,
  onEnd: () => void,
): void {
  if (source.kind === 'port') {
    source.port.onmessage = ({ data }: MessageEvent<Float32Array | null>) =>
      data ? onBlock(data, source.rate) : onEnd();
    signal.addEventListener('abort', () => source.port.close(), { once: true });
    return;
  }
  const reader = source.readable.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  void (async () => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        onBlock(toMono(value), value.sampleRate);
        value.close();
      }
    } catch {
      // A failed stream is treated as ended, which the interface shows as lost input.
    }
    if (!signal.aborted) onEnd();
  })();
}
