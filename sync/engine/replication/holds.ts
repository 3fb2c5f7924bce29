/**
 * Holds back pending documents that the server did not accept for now, and marks those as stuck that only a person can
 * resolve.
 *
 *   held answer ──► held until its backoff ends ──► pushed again ──► accepted: forgotten
 *        │              └ released when a document of another kind is accepted, or the person retries
 *        ├ too large, or the server failed at it several times ──► stuck as well ("needs attention"), until it is accepted
 *        └ its parent is missing here, too ──► rejected (rejected-changes.ts)
 */
import type { KindName } from '../../model/kinds';
import { backoff } from '../connection/backoff';
import { remaining } from '../storage/clock';
import type { PendingDocuments } from '../storage/pending';
import { clearStuck, FAULTS_MAX, isFault, markStuck, placeOf, stuckDocuments, TOO_LARGE } from '../storage/stuck';
import type { Applier } from './applier';
import { rejectOrphan } from './rejected-changes';

/** milliseconds after which a held document is pushed again without any other success */
const HOLD_MS = 60_000;
/** SPACE_NOT_FOUND answers for a new document before it is checked for being an orphan */
const ORPHAN_ATTEMPTS = 3;

export interface Hold {
  code: string;
  until: number;
  attempts: number;
}

/** Whether the reason of a hold cannot be resolved by pushing other documents. */
const needsPerson = (code: string): boolean => code === TOO_LARGE || isFault(code);

export class Holds {
  /** by `<kind>/<id>` */
  private readonly held = new Map<string, Hold>();
  /** `<kind>/<id>` */
  private readonly stuck = new Set<string>();

  constructor(
    private readonly target: Applier,
    private readonly pending: PendingDocuments,
  ) {}

  /** Reads the stuck documents of an earlier process. */
  async open(): Promise<void> {
    for (const key of await stuckDocuments(this.target.device)) this.stuck.add(key);
    await this.clearStuck();
  }

  of(collection: KindName, id: string): Hold | null {
    return this.held.get(`${collection}/${id}`) ?? null;
  }

  /** milliseconds until a document may be pushed again; 0: now */
  remaining(collection: KindName, id: string): number {
    return remaining(this.of(collection, id)?.until ?? 0, this.target.clock.now(), HOLD_MS);
  }

  /** The person wants pending documents pushed now. */
  releaseAll(): void {
    this.release(() => true);
  }

  /**
   * Documents of a kind were accepted: those held for another document may be accepted now, those that fail by
   * themselves keep their backoff.
   */
  accepted(collection: KindName): void {
    this.release((key, { code }) => !key.startsWith(`${collection}/`) && !needsPerson(code));
  }

  async hold(collection: KindName, id: string, code: string): Promise<void> {
    const key = placeOf(collection, id);
    const attempts = (this.held.get(key)?.attempts ?? 0) + 1;
    // not at the first answer: its parent may be being written right now
    if (code === 'SPACE_NOT_FOUND' && attempts >= ORPHAN_ATTEMPTS && (await rejectOrphan(this.target, collection, id)))
      return;
    const now = this.target.clock.now();
    this.held.set(key, { code, attempts, until: now + Math.min(HOLD_MS, backoff(attempts + 2)) });
    if (code !== TOO_LARGE && !(isFault(code) && attempts >= FAULTS_MAX)) return;
    this.stuck.add(key);
    await markStuck(this.target.device, collection, id, { code, at: now });
  }

  /** Forgets the holds of documents that are no longer pending. */
  async forgetSettled(): Promise<void> {
    for (const key of this.held.keys()) if (!this.isPending(key)) this.held.delete(key);
    await this.clearStuck();
  }

  private release(matches: (key: string, hold: Hold) => boolean): void {
    for (const [key, hold] of this.held) if (matches(key, hold)) this.held.set(key, { ...hold, until: 0 });
  }

  /** Clears the marks of documents that are no longer pending; the others stay stuck until the next answer. */
  private async clearStuck(): Promise<void> {
    const settled = [...this.stuck].filter((key) => !this.isPending(key));
    if (settled.length === 0) return;
    for (const key of settled) this.stuck.delete(key);
    await clearStuck(this.target.device, settled);
  }

  private isPending(key: string): boolean {
    const [collection, id] = key.split('/') as [KindName, string];
    return this.pending.has(collection, id);
  }
}
