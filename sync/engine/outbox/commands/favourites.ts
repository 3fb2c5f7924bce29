/** Favourites, stored in the person's preferences. */
import { checkedFields, type Handlers } from './context';
import { ensurePreferences } from './preferences';

export const favouriteCommands: Handlers<'favourite'> = {
  async 'favourite.set'(context, { kind, id, isFavourite }) {
    await ensurePreferences(context);
    const key = `${kind}/${id}`;
    await context.documents.change(
      'preferences',
      context.account.userId,
      ({ favourites = [], favouriteOrder = [] }) => {
        if (favourites.includes(key) === isFavourite) return null;
        const others = favourites.filter((each) => each !== key);
        const order = favouriteOrder.filter((each) => each !== key && others.includes(each));
        return checkedFields('preferences', {
          favourites: isFavourite ? [...others, key] : others,
          favouriteOrder: isFavourite ? [...order, ...others.filter((each) => !order.includes(each)), key] : order,
        });
      },
    );
    return null;
  },

  async 'favourite.order'(context, { order }) {
    await ensurePreferences(context);
    const checked = checkedFields('preferences', { favouriteOrder: [...new Set(order)] });
    await context.documents.change('preferences', context.account.userId, () => checked);
    return null;
  },
};
