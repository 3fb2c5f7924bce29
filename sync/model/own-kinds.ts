/** Kinds of own sources as a person chooses them: `pages` are those of the web that projects keep. */
import type { ItemType } from './kinds/project-items';

export const OWN_KINDS = ['notes', 'meetings', 'files', 'pages'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/** The items of projects that a kind of own source stands for; none for documents of other kinds. */
export const ITEM_TYPES_OF: Record<OwnKind, readonly ItemType[]> = {
  notes: [],
  meetings: [],
  files: ['file'],
  pages: ['website', 'websiteUrl', 'singleUrl'],
};

/** The sources of a research whose person has chosen none (`researches.own`). */
export const ALL_SOURCES: { kinds: OwnKind[]; context: [] } = { kinds: [...OWN_KINDS], context: [] };
