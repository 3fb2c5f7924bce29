/** The kinds of documents that people open, share, restore and mark as favourites. */
export const TOP_KINDS = ['projects', 'notes', 'meetings'] as const;
export type TopKind = (typeof TOP_KINDS)[number];
/** Kinds whose creator chooses the readers. */
export const SHARED_KINDS = [...TOP_KINDS, 'threads'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];
export const isTopKind = (value: unknown): value is TopKind => (TOP_KINDS as readonly unknown[]).includes(value);
