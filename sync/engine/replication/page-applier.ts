/**
 * Applies the pulled pages of one kind and advances its checkpoint.
 *
 *   page ──► replica ──► checkpoint saved        after a crash in between pages arrive again, which is idempotent
 *                          └ checkpoints of several kinds in one write (checkpoint-positions.ts)
 *   too old:        pulled from the start; at the end, documents that the server did not name and that are not pending are removed
 *   another epoch:  pulled from the start and compared (compare.ts); nothing is removed
 *   ahead:          ids noted ──► replica        at the end, those that no page has named are removed, too
 */
import type { KindName } from '../../model/kinds';
import type { Checkpoint, WireDoc } from '../../protocol/messages';
import { applyRemote } from './apply';
import type { Applier } from './applier';
import { applyUnknown } from './compare';
import type { CheckpointPositions } from './checkpoint-positions';
import { readCheckpoints, type PullProgress } from '../storage/checkpoints';

export class PageApplier {
  /** during a repair: ids the server named */
  private readonly named = new Set<string>();
  /** during a repair: ids of the documents that were here and on the server when it began */
  private present: ReadonlySet<string> = new Set();

  private constructor(
    private readonly target: Applier,
    private readonly positions: CheckpointPositions,
    readonly collection: KindName,
    private progress: PullProgress,
  ) {}

  static async open(
    target: Applier,
    names: readonly KindName[],
    positions: CheckpointPositions,
  ): Promise<Map<KindName, PageApplier>> {
    const appliers = [...(await readCheckpoints(target.device, names))].map(
      ([name, progress]) =>
        // a comparison starts over after a restart: the ids named before it are unknown
        new PageApplier(
          target,
          positions,
          name,
          target.epoch.compares(name) ? { checkpoint: null, complete: progress.complete, repair: true } : progress,
        ),
    );
    for (const applier of appliers) if (applier.isRepair) await applier.notePresent();
    return new Map(appliers.map((applier) => [applier.collection, applier]));
  }

  /**
   * Called before the first page is requested: documents pushed later may be missing in pages that were read before.
   */
  private async notePresent(): Promise<void> {
    const { documents } = this.target;
    // in this order: a document created in between is not included, and one pushed in between arrives in a page
    const here = await documents.find(this.collection, {});
    const pending = new Set((await documents.pendingRows(this.collection)).map(({ id }) => id));
    this.present = new Set(here.map(({ id }) => id).filter((id) => !pending.has(id)));
  }

  get checkpoint(): Checkpoint | null {
    return this.progress.checkpoint;
  }

  /** This device has never had all documents of the kind. */
  get isFirst(): boolean {
    return !this.progress.complete;
  }

  /** The kind is pulled from the start: deletions are requested, too. */
  get isRepair(): boolean {
    return this.progress.repair;
  }

  /** documents received during a first pull */
  get received(): number {
    return this.progress.received ?? 0;
  }

  /** The checkpoint is too old to continue from: the next page is from the start. */
  async startOver(): Promise<void> {
    this.named.clear();
    await this.notePresent();
    this.advance({ checkpoint: null, complete: this.progress.complete, repair: true });
    await this.positions.save();
  }

  /**
   * Applies documents ahead of their turn. Their ids are saved before they are written: after a crash in between an id
   * without a document is harmless.
   */
  async applyAhead(documents: WireDoc[]): Promise<void> {
    if (this.progress.complete || this.progress.repair || this.progress.checkpoint) return;
    const ids = new Set([...(this.progress.ahead ?? []), ...documents.map(({ id }) => id)]);
    this.advance({ ...this.progress, ahead: [...ids] });
    await this.positions.save();
    await applyRemote(this.target, this.collection, documents, { mostlyNew: true });
  }

  /**
   * Applies a page. `checkpoint` null: it does not advance. Pages of a kind may be written concurrently; `previous`
   * resolves when all earlier ones are written and noted, so that a checkpoint never passes a missing document.
   */
  async applyPage(
    documents: WireDoc[],
    checkpoint: Checkpoint | null,
    more: boolean,
    previous: Promise<void> = Promise.resolve(),
  ): Promise<void> {
    const { target, collection } = this;
    await target.barrier('pull.arrived');
    if (checkpoint) await target.epoch.answered(checkpoint.epoch ?? '');
    const comparing = target.epoch.compares(collection);
    if (comparing && !this.progress.repair)
      this.progress = { checkpoint: null, complete: this.progress.complete, repair: true };
    await applyRemote(target, collection, documents, {
      mostlyNew: !this.progress.complete && !this.progress.repair,
      comparing,
    });
    await target.barrier('pull.written');
    await previous;
    const next = checkpoint ?? this.progress.checkpoint;
    if (this.progress.repair) {
      for (const { id } of documents) this.named.add(id);
      // a repair saves its checkpoint only at the end: the ids named before a restart would be unknown
      this.progress = { ...this.progress, checkpoint: next };
      if (!more) {
        await (comparing ? applyUnknown(target, collection, this.named) : this.removeUnnamed());
        this.advance({ checkpoint: next, complete: true, repair: false });
        if (comparing) {
          await this.positions.save();
          await target.epoch.compared(collection);
        }
      }
    } else if (documents.length > 0 || !more) {
      this.advance(await this.nextProgress(documents, next, more));
    }
    await this.positions.saveThrottled();
    await target.barrier('pull.stored');
  }

  private advance(progress: PullProgress): void {
    this.progress = progress;
    this.positions.advanced(this.collection, progress);
  }

  private async nextProgress(
    documents: WireDoc[],
    checkpoint: Checkpoint | null,
    more: boolean,
  ): Promise<PullProgress> {
    if (this.progress.complete) return { checkpoint, complete: true, repair: false, received: this.received };
    const received = new Set(documents.map(({ id }) => id));
    const ahead = (this.progress.ahead ?? []).filter((id) => !received.has(id));
    if (!more) await this.remove(ahead);
    return {
      checkpoint,
      complete: !more,
      repair: false,
      received: this.received + documents.length,
      ...(more && ahead.length > 0 ? { ahead } : {}),
    };
  }

  private async removeUnnamed(): Promise<void> {
    await this.remove([...this.present].filter((id) => !this.named.has(id)));
  }

  /** Removes documents that this person can no longer see, unless they are pending. */
  private async remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.target.documents.write(this.collection, ids, (stored, id) =>
      !stored || stored._deleted || stored.waits ? 'keep' : { version: { id, _deleted: true }, pending: null },
    );
  }
}
