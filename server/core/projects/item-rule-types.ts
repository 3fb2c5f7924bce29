/** Checks and side effects that features add to the policy of project items, for their own types of items. */
import type { ItemType } from '../../../sync/model/kinds/project-items';
import type { PushPolicy, StoredDoc } from '../../sync/store';

export type ItemCheck = Parameters<PushPolicy<'projectItems'>['check']>[0];
export type ItemChange = Parameters<NonNullable<PushPolicy<'projectItems'>['apply']>>[0];

export interface ItemRules {
  /** of items that these rules are for */
  types: readonly ItemType[];
  /** Throws CallError to refuse a write whose person, project and changed fields are allowed. */
  check?(write: ItemCheck & { after: StoredDoc<'projectItems'> }): Promise<void> | void;
  /**
   * In the transaction of the write, once the document and what belongs to it are in place. Work in the background is
   * enqueued by `platform.jobs`.
   */
  apply?(change: ItemChange): Promise<void>;
}
