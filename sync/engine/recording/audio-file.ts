/**
 * Audio file types, detected by name and by content. The name alone is never trusted (workspace 5: .wav, .webm, .mp3).
 */
import { LIMITS } from '../../model/limits';
import { CallError } from '../../protocol/errors';

export type AudioKind = 'wav' | 'webm' | 'mp3';
export const AUDIO_MIME: Record<AudioKind, string> = { wav: 'audio/wav', webm: 'audio/webm', mp3: 'audio/mpeg' };
/** bytes that `sniffAudio` needs */
export const SNIFF_BYTES = 4096;

const text = (b: Uint8Array, at: number, length: number): string => String.fromCharCode(...b.subarray(at, at + length));

/**
 * Whether this is a plausible MPEG audio Layer III frame header (ISO 11172-3, 13818-3): sync bits, no reserved value.
 */
const isMp3Frame = (b: Uint8Array, at: number): boolean =>
  b[at] === 0xff &&
  (b[at + 1]! & 0xe0) === 0xe0 &&
  (b[at + 1]! & 0x18) !== 0x08 &&
  (b[at + 1]! & 0x06) === 0x02 &&
  (b[at + 2]! & 0xf0) !== 0xf0 &&
  (b[at + 2]! & 0xf0) !== 0 &&
  (b[at + 2]! & 0x0c) !== 0x0c;

/**
 * Detects the audio type by content; null if unknown.
 * @param head the first SNIFF_BYTES of the file, or all of a shorter one
 */
export function sniffAudio(head: Uint8Array): AudioKind | null {
  if (head.length >= 12 && text(head, 0, 4) === 'RIFF' && text(head, 8, 4) === 'WAVE') return 'wav';
  if (head.length >= 8 && head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3) {
    // Matroska has the same signature; only the document type differs.
    return text(head, 0, Math.min(head.length, 512)).includes('webm') ? 'webm' : null;
  }
  if (head.length >= 10 && text(head, 0, 3) === 'ID3') return 'mp3';
  // Encoders may write some zero bytes first.
  for (let at = 0; at + 4 <= Math.min(head.length, 2048); at += 1) {
    if (isMp3Frame(head, at)) return 'mp3';
    if (head[at] !== 0) return null;
  }
  return null;
}

/** File extension with its dot, lower case; '' for none. */
export const extensionOf = (fileName: string): string => /\.[^./\\]+$/.exec(fileName)?.[0].toLowerCase() ?? '';

/** Checks a file's name and size before it is read. Throws CallError with the code that the screen shows. */
export function checkAudioFile(file: { name: string; size: number }): void {
  if (!(LIMITS.audioTypes as readonly string[]).includes(extensionOf(file.name))) {
    throw new CallError('FILE_TYPE_NOT_SUPPORT', {
      params: { fileName: file.name, formats: LIMITS.audioTypes.join(', ') },
    });
  }
  if (file.size === 0) throw new CallError('FILE_CONTENT_EMPTY', { params: { fileName: file.name } });
  if (file.size > LIMITS.audioBytes) {
    throw new CallError('FILE_MAX_LENGTH_EXCEEDED', {
      params: { fileName: file.name, maxSize: LIMITS.audioBytes / 1024 / 1024 },
    });
  }
}

/** format tags of PCM, floating point and extensible (RFC 2361), whose samples have a constant size */
const PLAIN_FORMATS = [1, 3, 0xfffe];

/** Bytes per second, computed from the sample format: players ignore the byte rate in the header. */
function wavRate(view: DataView, at: number): number {
  const [tag, channels, rate] = [view.getUint16(at, true), view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  return PLAIN_FORMATS.includes(tag)
    ? rate * channels * (view.getUint16(at + 14, true) >> 3)
    : view.getUint32(at + 8, true);
}

/** Duration of a WAV in milliseconds by its header and its size; 0 if unknown. */
export function wavDuration(head: Uint8Array, size: number): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  let byteRate = 0;
  for (let at = 12; at + 8 <= head.length;) {
    const id = text(head, at, 4);
    const length = view.getUint32(at + 4, true);
    if (id === 'fmt ' && at + 24 <= head.length) byteRate = wavRate(view, at + 8);
    if (id === 'data') {
      // a stream has a length of 0 or the maximum, and a damaged file any: no more than the file has is counted
      const bytes = Math.min(length || Infinity, size - at - 8);
      return byteRate ? Math.round((bytes / byteRate) * 1000) : 0;
    }
    at += 8 + length + (length & 1);
  }
  return 0;
}
