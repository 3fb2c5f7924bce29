/** The recordings of a meeting: those on this device and those that the server has verified, without duplicates. */
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';

export interface MeetingAudio {
  id: string;
  fileName: string;
  mimeType: string;
  /** bytes */
  size: number;
  /** milliseconds; 0 while unknown */
  durationMs: number;
  gaps: { atMs: number; lostMs: number }[];
  onDevice: boolean;
  onServer: boolean;
  /** milliseconds since the epoch */
  at: number;
  row: RecordingRow | null;
}

/** A recording of this device, which may also be on the server. */
export const audioOnDevice = (row: RecordingRow): MeetingAudio => ({
  id: row.id,
  fileName: row.fileName,
  mimeType: row.mimeType,
  size: row.bytes,
  durationMs: row.capturedMs,
  gaps: row.gaps,
  onDevice: true,
  onServer: row.transfer === 'onServer',
  at: row.startedAt,
  row,
});

/** In order of creation. */
export function recordingsOf(meeting: Meeting, rows: readonly RecordingRow[]): MeetingAudio[] {
  const local = new Map(rows.map((row) => [row.id, row]));
  const all: MeetingAudio[] = meeting.recordings.map((r) => {
    const row = local.get(r.id) ?? null;
    local.delete(r.id);
    return {
      id: r.id,
      fileName: r.fileName,
      mimeType: r.mimeType,
      size: r.size,
      durationMs: r.durationMs || row?.capturedMs || 0,
      gaps: row?.gaps ?? [],
      onDevice: Boolean(row),
      onServer: true,
      at: row?.startedAt || r.uploadedAt,
      row,
    };
  });
  for (const row of local.values()) all.push(audioOnDevice(row));
  return all.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Start of each recording on a joint time line, milliseconds by id. */
export function offsetsOf(recordings: readonly MeetingAudio[]): Map<string, number> {
  const offsets = new Map<string, number>();
  let at = 0;
  for (const recording of recordings) {
    offsets.set(recording.id, at);
    at += recording.durationMs;
  }
  return offsets;
}
