/** Favourites. */
import type { TopKind } from '../../../../model/top-kinds';

export interface FavouriteCommands {
  /** adds a document at the end of the person's favourites, or removes it */
  'favourite.set': { input: { kind: TopKind; id: string; isFavourite: boolean }; output: null };
  /** sets the order of the favourites, each `<kind>/<id>` */
  'favourite.order': { input: { order: string[] }; output: null };
}
