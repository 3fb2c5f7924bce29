/** Favourites. */
import type { TopKind } from '../../../../model/top-kinds';

export interface FavouriteCommands {
  /** adds a document to the person's favourites, at their end, or removes it */
  'favourite.set': { input: { kind: TopKind; id: string; isFavourite: boolean }; output: null };
  /** orders the favourites, each `<kind>/<id>` */
  'favourite.order': { input: { order: string[] }; output: null };
}
