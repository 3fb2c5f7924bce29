/** Reads captured audio in the worker as blocks of the recording's channels. */
import type { CaptureSource } from '../../sync/engine/recording/encoder-api';

/** One block: the mean of all channels for a recording of one channel, otherwise the channels as they are. */
function planesOf(data: AudioData, channels: number): Float32Array[] {
  const frames = data.numberOfFrames;
  const planes = Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(frames);
    data.copyTo(plane, { planeIndex, format: 'f32-planar' });
    return plane;
  });
  return inChannels(planes, channels, frames);
}

/** Maps the channels of an input to those of the recording. A missing channel is silent. */
export function inChannels(planes: readonly Float32Array[], channels: number, frames: number): Float32Array[] {
  if (channels > 1) return Array.from({ length: channels }, (_, at) => planes[at] ?? new Float32Array(frames));
  const mono = new Float32Array(frames);
  for (const plane of planes) for (let i = 0; i < frames; i += 1) mono[i]! += plane[i]! / planes.length;
  return [mono];
}

/** milliseconds of sound that may be queued */
const QUEUED_MS = 60_000;

/**
 * When a block was captured, in milliseconds of this worker's clock; null if unknown. Chromium stamps blocks on the clock
 * of the context that they are queued for: the page until the stream is transferred, this worker afterwards. Other
 * versions may use other clocks.
 * @param timestamp microseconds
 * @param sincePage milliseconds from the start of the page's clock to the start of this worker's
 */
export function capturedAt(timestamp: number, now: number, sincePage: number): number | null {
  const stamped = timestamp / 1000;
  const at = stamped > now + 20 ? stamped - sincePage : stamped;
  return at > now - QUEUED_MS && at <= now + 20 ? Math.min(at, now) : null;
}

/**
 * Passes on each block until the source ends or `signal` aborts.
 * @param channels of the recording
 * @param onBlock  samples −1…1 of each channel, their rate in Hz, and the time of capture (`capturedAt`)
 * @param onEnd    the source ended by itself (device disconnected, permission revoked)
 */
export function readSource(
  source: CaptureSource,
  channels: number,
  signal: AbortSignal,
  onBlock: (block: readonly Float32Array[], rate: number, at: number | null) => void,
  onEnd: () => void,
): void {
  if (source.kind === 'port') {
    source.port.onmessage = ({ data }: MessageEvent<Float32Array[] | null>) =>
      data ? onBlock(inChannels(data, channels, data[0]?.length ?? 0), source.rate, null) : onEnd();
    signal.addEventListener('abort', () => source.port.close(), { once: true });
    return;
  }
  const sincePage = performance.timeOrigin - source.timeOrigin;
  const reader = source.readable.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  void (async () => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        onBlock(planesOf(value, channels), value.sampleRate, capturedAt(value.timestamp, performance.now(), sincePage));
        value.close();
      }
    } catch {
      // A failed stream is treated as ended, which the interface shows as lost input.
    }
    if (!signal.aborted) onEnd();
  })();
}
