/**
 * The state of a file: of its upload, then of the extraction of its text.
 *
 *   queued ─► uploading ◄─► paused        ┌► parsed
 *     └──────────┴─► refused              ├► failed
 *                └─► waiting ─► parsing ──┴► canceled
 *
 * `elsewhere`: another device has the bytes and has not uploaded them yet.
 */
import type { LocalFileRow } from '../../../sync/engine/host/api';
import type { ParseState, ProjectItem } from '../../../sync/model/kinds/project-items';
import type { DotTone } from '~/ui/data/state-dot';

export type FileStateId = 'queued' | 'uploading' | 'paused' | 'refused' | 'elsewhere' | ParseState;

export interface FileState {
  /** a key of `files:state` texts */
  id: FileStateId;
  tone: DotTone;
  /** code of the error shown in the second line; empty for none */
  error: string;
  /** progress of the upload; null if there is none */
  upload: { bytes: number; sent: number; attempts: number } | null;
}

const TONES: Record<FileStateId, DotTone> = {
  queued: 'neutral',
  uploading: 'accent',
  paused: 'warning',
  refused: 'danger',
  elsewhere: 'neutral',
  waiting: 'neutral',
  parsing: 'accent',
  parsed: 'success',
  notParsed: 'neutral',
  failed: 'danger',
  canceled: 'warning',
};
const LOCAL = { waiting: 'queued', uploading: 'uploading', paused: 'paused', attention: 'refused' } as const;

export function fileState(
  item: Pick<ProjectItem, 'parseStatus' | 'version' | 'error'>,
  local: LocalFileRow | undefined,
): FileState {
  const state = (id: FileStateId, error: string, upload: FileState['upload'] = null): FileState => ({
    id,
    tone: TONES[id],
    error,
    upload,
  });
  if (local && local.state !== 'onServer')
    return state(LOCAL[local.state], local.error, {
      bytes: local.bytes,
      sent: local.sent,
      attempts: local.attempts,
    });
  if (item.version === 0) return state('elsewhere', '');
  return state(item.parseStatus, item.parseStatus === 'failed' ? item.error : '');
}

/** Share of the bytes that the server has, from 0 to 100. */
export const sentShare = ({ bytes, sent }: { bytes: number; sent: number }): number =>
  bytes > 0 ? Math.min(100, (sent / bytes) * 100) : 0;
