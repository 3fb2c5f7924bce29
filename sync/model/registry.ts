/** The thirteen collections. RxDB's open-source core stalls with a fourteenth, so this list must not grow. */
import type { DocOf } from './collection';
import { meetings } from './meetings';
import { noteContents } from './note-contents';
import { notes } from './notes';
import { notifications } from './notifications';
import { people } from './people';
import { preferences } from './preferences';
import { projectItems } from './project-items';
import { projects } from './projects';
import { summaries } from './summaries';
import { templates } from './templates';
import { terms } from './terms';
import { threads } from './threads';
import { transcripts } from './transcripts';

/** Ordered by dependency: a collection comes after the ones that its documents belong to. */
export const COLLECTIONS = {
  people,
  preferences,
  projects,
  projectItems,
  notes,
  noteContents,
  meetings,
  transcripts,
  summaries,
  templates,
  terms,
  notifications,
  threads,
} as const;

export type Collections = typeof COLLECTIONS;
export type CollectionName = keyof Collections;
export type Doc<N extends CollectionName = CollectionName> = DocOf<Collections[N]>;
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];
/** Documents that are deleted with their note or meeting, never separately. */
export const CHILD_COLLECTIONS: ReadonlySet<CollectionName> = new Set(['noteContents', 'transcripts', 'summaries']);
export const isCollectionName = (name: string): name is CollectionName => Object.hasOwn(COLLECTIONS, name);
