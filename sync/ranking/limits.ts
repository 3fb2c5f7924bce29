/** Bounds of the work for one word of a question. */

/** words that match a prefix */
export const EXPANSIONS_MAX = 200;
/** words that are tested for other forms and typing errors */
export const EXAMINED_MAX = 4_000;
