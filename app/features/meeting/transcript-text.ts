/** Writes a transcript, with corrections, as WebVTT (W3C), SubRip, JSON and plain text. */
import type { Segment } from '../../../sync/model/kinds/transcripts';

export type TranscriptFormat = 'vtt' | 'srt' | 'txt' | 'json';
export const TRANSCRIPT_MIME: Record<TranscriptFormat, string> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  txt: 'text/plain',
  json: 'application/json',
};

/** milliseconds of a cue if the provider gave no end */
const CUE_MS = 2000;

export interface Line {
  speaker: string;
  text: string;
  /** milliseconds; -1 if unknown */
  start: number;
  end: number;
}

/** Segments with names, in order. `offsets`: start of each recording on the joint time line. */
export function linesOf(
  segments: readonly Segment[],
  nameOf: (participantId: string) => string,
  offsets: ReadonlyMap<string, number> = new Map(),
): Line[] {
  return segments
    .filter((s) => s.text.trim())
    .map((s) => {
      const offset = offsets.get(s.recordingId) ?? 0;
      const start = s.start < 0 ? -1 : s.start + offset;
      return {
        speaker: nameOf(s.participantId),
        text: s.text.trim(),
        start,
        end: s.start < 0 ? -1 : Math.max(s.end + offset, start + 1),
      };
    });
}

function stamp(ms: number, point: string): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const s = Math.floor(ms / 1000);
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}${point}${String(
    Math.floor(ms % 1000),
  ).padStart(3, '0')}`;
}

/** Removes empty lines, which would end a cue. */
const oneBlock = (text: string): string => text.replace(/\r?\n\s*\r?\n+/g, '\n');
const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const timed = (lines: readonly Line[]): Line[] =>
  lines.filter((l) => l.start >= 0).map((l) => (l.end > l.start ? l : { ...l, end: l.start + CUE_MS }));

const WRITERS: Record<TranscriptFormat, (lines: readonly Line[], title: string) => string> = {
  vtt: (lines, title) =>
    `WEBVTT${title ? ` ${title.replace(/-->|[\r\n]+/g, ' ')}` : ''}\n\n` +
    timed(lines)
      .map(
        (l) =>
          `${stamp(l.start, '.')} --> ${stamp(l.end, '.')}\n${
            l.speaker ? `<v ${escapeVtt(l.speaker)}>` : ''
          }${escapeVtt(oneBlock(l.text))}\n`,
      )
      .join('\n'),
  srt: (lines) =>
    timed(lines)
      .map(
        (l, i) =>
          `${i + 1}\n${stamp(l.start, ',')} --> ${stamp(l.end, ',')}\n${l.speaker ? `${l.speaker}: ` : ''}${oneBlock(
            l.text,
          )}\n`,
      )
      .join('\n'),
  txt: (lines) =>
    lines
      .map(
        (l) =>
          `${l.start >= 0 ? `[${stamp(l.start, '.').slice(0, 8)}] ` : ''}${l.speaker ? `${l.speaker}: ` : ''}${
            l.text
          }\n`,
      )
      .join(''),
  // times in seconds, as transcription servers write them; unknown times are left out
  json: (lines, title) =>
    `${JSON.stringify(
      {
        title,
        segments: lines.map((l) => ({
          ...(l.start < 0 ? {} : { start: l.start / 1000, end: l.end / 1000 }),
          ...(l.speaker ? { speaker: l.speaker } : {}),
          text: l.text,
        })),
      },
      null,
      2,
    )}\n`,
};

/** VTT and SRT leave out segments without a time; plain text and JSON have all. */
export const writeTranscript = (format: TranscriptFormat, lines: readonly Line[], title = ''): string =>
  WRITERS[format](lines, title);
