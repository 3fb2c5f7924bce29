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
    why: 'two tabs: a document created and deleted before its push was answered stayed on the server without an error',
  },
  {
    seed: 302,
    engine: 'pglite',
    why: 'an edit on another device restored a deleted project without its notes and files',
  },
  {
    seed: 206208550,
    engine: 'pglite',
    why: 'a note that moved with its meeting stayed on the device of a person whose access to the project had ended',
  },
  {
    seed: 305117117,
    engine: 'pglite',
    why: 'a text whose push was repeated was stored without its space and its creator',
  },
  {
    seed: 406952819,
    engine: 'pglite',
    why: 'the deletion of a document that was no longer visible was answered as done, and an edit was lost silently',
  },
  {
    seed: 436082329,
    engine: 'pglite',
    why: 'a transcript restored with its meeting had the time of an older transcript',
  },
  {
    seed: 779748486,
    engine: 'pglite',
    why: 'killed between storing a page and its checkpoint: a device kept a document that its user may not read',
  },
  {
    seed: 1246931,
    engine: 'pglite',
    why: 'a note that the server had rejected was deleted on the device and could not be restored',
  },
  // with the ones above, every kind of event occurs in these
  { seed: 110, engine: 'pglite', why: 'terms, templates, threads and preferences; synchronization is paused' },
  { seed: 3, engine: 'pglite', why: 'notifications are read and deleted' },
  { seed: 5, engine: 'pglite', why: 'a thread is deleted' },
  { seed: 11, engine: 'pglite', why: 'a summary is edited' },
  { seed: 44, engine: 'pglite', why: 'a participant is removed from a meeting' },
];
