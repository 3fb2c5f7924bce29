/** Checks and side effects that features add to the policy of project items, for their own types of items. */
import type { ItemType } from '../../../sync/model/kinds/project-items';
import type { PushPolicy, StoredDoc } from '../../sync/store';

export type ItemCheck = Parameters<PushPolicy<'projectItems'>['check']>[0];
export type ItemChange = Parameters<NonNullable<PushPolicy<'projectItems'>['apply']>>[0];

export interface ItemRules {
  /** the types of items that these rules apply to */
  types: readonly ItemType[];
  /** Throws CallError to refuse a write after the checks of the person, the project and the changed fields. */
  check?(write: ItemCheck & { after: StoredDoc<'projectItems'> }): Promise<void> | void;
  /**
   * Runs in the transaction of the write, after the document and its dependent documents are stored. Background work is
   * enqueued with `platform.jobs`.
   */
  apply?(change: ItemChange): Promise<void>;
}
