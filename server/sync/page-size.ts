/** Number of documents for the next page of a stream, from the size of the last page. */
import { isLarge, type KindName } from '../../sync/model/kinds';
import { PULL_LIMIT_MAX, type WireDoc } from '../../sync/protocol/messages';

const FIRST = 500;
/** for texts and transcripts, which may be large */
const FIRST_OF_LARGE = 50;
const LEAST = 10;
/** target characters of a page */
const CHARACTERS = 768 * 1024;
/** documents that are measured */
const SAMPLE = 20;

export class PageSize {
  limit: number;

  constructor(kind: KindName) {
    this.limit = isLarge(kind) ? FIRST_OF_LARGE : FIRST;
  }

  /** Adapts the limit, at most fourfold, as the measured documents may have been small by chance. */
  measure(documents: readonly WireDoc[]): void {
    if (documents.length === 0) return;
    const every = Math.max(1, Math.floor(documents.length / SAMPLE));
    const sample = documents.filter((_, i) => i % every === 0);
    const characters = sample.reduce((sum, document) => sum + sizeOf(document), 0) / sample.length;
    this.limit = Math.max(LEAST, Math.min(PULL_LIMIT_MAX, this.limit * 4, Math.floor(CHARACTERS / characters)));
  }
}

/** approximate characters of its texts and lists */
function sizeOf(document: WireDoc): number {
  let size = 100;
  for (const value of Object.values(document))
    size += typeof value === 'string' ? value.length + 10 : Array.isArray(value) ? JSON.stringify(value).length : 20;
  return size;
}
