/** How many documents the next page of a stream should have, by what those of the last one weigh. */
import { isLarge, type KindName } from '../../sync/model/kinds';
import { PULL_LIMIT_MAX, type WireDoc } from '../../sync/protocol/messages';

/** whole texts and transcripts may be large */
const FIRST = 500;
const FIRST_OF_LARGE = 50;
const LEAST = 10;
/** characters that a page should have */
const CHARACTERS = 768 * 1024;
/** documents that stand for the page */
const SAMPLE = 20;

export class PageSize {
  limit: number;

  constructor(kind: KindName) {
    this.limit = isLarge(kind) ? FIRST_OF_LARGE : FIRST;
  }

  /** Never more than four times the last page: its documents may have been small by chance. */
  saw(documents: readonly WireDoc[]): void {
    if (documents.length === 0) return;
    const every = Math.max(1, Math.floor(documents.length / SAMPLE));
    const sample = documents.filter((_, i) => i % every === 0);
    const characters = sample.reduce((sum, document) => sum + weight(document), 0) / sample.length;
    this.limit = Math.max(LEAST, Math.min(PULL_LIMIT_MAX, this.limit * 4, Math.floor(CHARACTERS / characters)));
  }
}

/** characters of its texts and lists, near enough */
function weight(document: WireDoc): number {
  let size = 100;
  for (const value of Object.values(document))
    size += typeof value === 'string' ? value.length + 10 : Array.isArray(value) ? JSON.stringify(value).length : 20;
  return size;
}
