/** Deleted documents. */
import type { TrashKind } from '../../../../model/kinds';

/** Kinds that a device restores with what it deleted with them; files and links have a command of their own. */
export type RestoredKind = Exclude<TrashKind, 'projectItems'>;

/** A deletion of this device that the server does not have yet. */
export interface LocalDeletion {
  kind: RestoredKind;
  id: string;
  title: string;
  projectId: string;
  /** milliseconds since the epoch */
  deletedAt: number;
}

export interface DocumentCommands {
  /** restores a deleted document: from this device while it still has it, otherwise queued as a call of the trash */
  'document.restore': {
    input: { collection: RestoredKind; id: string; title?: string };
    output: { state: 'restored' | 'queued' };
  };
  /** the deletions of this device that the server does not have yet */
  'document.deletions': { input: Record<string, never>; output: { deletions: LocalDeletion[] } };
}
