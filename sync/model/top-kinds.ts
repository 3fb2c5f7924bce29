/** The kinds that people open, share, restore and mark as favourites; the others are parts of them, or personal. */
export const TOP_KINDS = ['projects', 'notes', 'meetings'] as const;
export type TopKind = (typeof TOP_KINDS)[number];
/** Kinds whose readers their creator chooses. */
export const SHARED_KINDS = [...TOP_KINDS, 'threads'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];
export const isTopKind = (value: unknown): value is TopKind => (TOP_KINDS as readonly unknown[]).includes(value);
