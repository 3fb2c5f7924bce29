import type { ItemOrder, ItemSort } from '../../../sync/model/item-order';

/** The order after a press on a column header: the reverse order, or the default order of another column. */
export const pressed = (order: ItemOrder, by: ItemSort): ItemOrder =>
  order.by === by ? { by, isDescending: !order.isDescending } : { by, isDescending: by !== 'name' };
