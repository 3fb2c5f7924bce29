/**
 * Seeds that always run: those that once found a fault, and those that make sure every kind of event occurs.
 *
 * A seed repeats its history only while the fuzz draws the same choices, and on a busy machine not always, since work
 * in other threads may complete later. Each fault found by a seed therefore also has a test of its own; the seed stays,
 * because a history that was difficult once is worth running in its present form.
 */
import type { Engine } from '../support/database';

export interface KeptSeed {
  seed: number;
  engine: Engine;
  /** the fault it found, or its events */ why: string;
}

export const KEPT_SEEDS: readonly KeptSeed[] = [
  {
    seed: 125,
    engine: 'pglite',
    why: 'two tabs: made and deleted before the push was answered, it stayed and nobody was told',
  },
  {
    seed: 302,
    engine: 'pglite',
    why: 'an edit made elsewhere brought a deleted project back without what it had held',
  },
  {
    seed: 206208550,
    engine: 'pglite',
    why: 'a note that moved with its meeting stayed with a person who had lost the project since',
  },
  { seed: 305117117, engine: 'pglite', why: 'a text that was tried again came back without its space and its creator' },
  {
    seed: 406952819,
    engine: 'pglite',
    why: 'a deletion of what was hidden by then counted as done: an edit was gone without a word',
  },
  { seed: 436082329, engine: 'pglite', why: 'a transcript came back with its meeting, with the time of an older one' },
  {
    seed: 779748486,
    engine: 'pglite',
    why: 'killed between a page and its checkpoint: a device kept a document its person may not see',
  },
  {
    seed: 1246931,
    engine: 'pglite',
    why: 'a note that the server had refused was deleted, and could not be restored afterwards',
  },
  // with the ones above, every kind of event occurs in these
  { seed: 110, engine: 'pglite', why: 'terms, templates, threads and preferences; synchronization is paused' },
  { seed: 3, engine: 'pglite', why: 'notifications are read and deleted' },
  { seed: 5, engine: 'pglite', why: 'a thread is deleted' },
  { seed: 11, engine: 'pglite', why: 'a summary is edited' },
  { seed: 44, engine: 'pglite', why: 'a participant is removed from a meeting' },
];
