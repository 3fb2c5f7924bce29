/** Times and names of recordings as displayed. */

/** `4:07`, or `1:02:09` from an hour on. */
export function clockText(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const s = String(total % 60).padStart(2, '0');
  const m = Math.floor(total / 60) % 60;
  const h = Math.floor(total / 3600);
  return h ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`;
}

/** kbit/s on disk of one channel of a recording, with the encryption of its rows */
const STORED_KBPS = 50;

/** Whole hours of recording that fit into an amount of bytes. */
export const hoursOf = (bytes: number, channels: 1 | 2): number =>
  Math.floor(Math.max(0, bytes) / ((STORED_KBPS * 1000 * 3600 * channels) / 8));

/** A file name of a recording: its title and start; no characters that file systems refuse. */
export function recordingFileName(title: string, at: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const stamp = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}.${two(at.getMinutes())}`;
  const safe = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${[...safe].slice(0, 80).join('').trim() || 'Recording'} ${stamp}.mp3`;
}
