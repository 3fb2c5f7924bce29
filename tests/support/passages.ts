/** Passages of sources, as retrieval finds them. */
import type { Passage } from '../../server/ai/extractive/interface';

/** A passage of a note without a title. */
export const passageOf = (text: string, more: Partial<Passage> = {}): Passage => ({
  kind: 'notes',
  id: 'n1',
  partId: '',
  title: '',
  url: '',
  projectId: '',
  text,
  start: 0,
  at: -1,
  updatedAt: 0,
  score: 1,
  ...more,
});
