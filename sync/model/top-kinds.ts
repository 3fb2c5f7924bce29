/** The kinds that people open, share, restore and mark as favourites; the others are parts of them, or personal. */
export const TOP_KINDS = ['projects', 'notes', 'meetings'] as const;
export type TopKind = (typeof TOP_KINDS)[number];
/** Kinds whose readers their creator chooses. */
export const SHARED_KINDS = [...TOP_KINDS, 'threads'] as const;
export type SharedKind = (typeof SHARED_KINDS)[number];

/** Kinds that are restored from the trash: of project items, files, websites and single pages; of threads, chats. */
export const TRASH_KINDS = [...TOP_KINDS, 'projectItems', 'threads'] as const;
export type TrashKind = (typeof TRASH_KINDS)[number];
/** Kinds that a device restores with what it deleted with them; files and links have a command of their own. */
export type RestoredKind = Exclude<TrashKind, 'projectItems'>;
export const isTopKind = (value: unknown): value is TopKind => (TOP_KINDS as readonly unknown[]).includes(value);
