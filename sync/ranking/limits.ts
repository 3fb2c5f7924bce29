/** Limits of the work for one word of a question. */

/** most words that a prefix matches */
export const EXPANSIONS_MAX = 200;
/** most words that are tested for other forms and typing errors */
export const EXAMINED_MAX = 4_000;
