/** Deleted documents. */
import type { TrashKind } from '../../../../model/kinds';

/** Kinds that `document.restore` accepts; files and links have a command of their own. */
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
  /** restores a deleted document: here if the server does not know of the deletion, otherwise by a queued call */
  'document.restore': {
    input: { collection: RestoredKind; id: string; title?: string };
    output: { state: 'restored' | 'queued' };
  };
  /** the deletions of this device that the server does not have yet */
  'document.deletions': { input: Record<string, never>; output: { deletions: LocalDeletion[] } };
}
