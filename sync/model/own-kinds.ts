/** Kinds of own sources in the choices of a person; `pages` are web pages stored in projects. */
import type { ItemType } from './kinds/project-items';

export const OWN_KINDS = ['notes', 'meetings', 'files', 'pages'] as const;
export type OwnKind = (typeof OWN_KINDS)[number];

/** The types of project items that belong to a kind of own source; empty for other kinds of documents. */
export const ITEM_TYPES_OF: Record<OwnKind, readonly ItemType[]> = {
  notes: [],
  meetings: [],
  files: ['file'],
  pages: ['website', 'websiteUrl', 'singleUrl'],
};

/** The default sources of a research (`researches.own`). */
export const ALL_SOURCES: { kinds: OwnKind[]; context: [] } = { kinds: [...OWN_KINDS], context: [] };
