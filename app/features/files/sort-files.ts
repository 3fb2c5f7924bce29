import type { ItemOrder, ItemSort } from '../../../sync/model/item-order';

/** The order after a press on a column’s title: the other direction, or the usual one of another column. */
export const pressed = (order: ItemOrder, by: ItemSort): ItemOrder =>
  order.by === by ? { by, isDescending: !order.isDescending } : { by, isDescending: by !== 'name' };
