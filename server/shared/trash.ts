/**
 * How features restore their documents from the trash (server/core/trash). What the trash must know of a kind besides is
 * in its declaration (`trash`, sync/model/kind.ts).
 */
import type { TrashKind } from '../../sync/model/kinds';
import type { Actor, Platform } from '../platform/context';
import type { SyncTransaction } from '../sync/store';

export interface Restoring {
  platform: Platform;
  tx: SyncTransaction;
  /** may restore the document, and may add to the chosen project */
  actor: Actor;
  id: string;
  /** the project that the person chose; absent: the one it was in */
  projectId: string | undefined;
}

/**
 * Restores a deleted document with what was deleted with it, and places it: access may have changed since. Throws
 * CallError where that is not possible.
 */
export type Restorers = { readonly [K in TrashKind]?: (restoring: Restoring) => Promise<void> };
