/**
 * Takes in what pulls bring of one collection, page by page, and keeps where it stands.
 *
 *   page ──► replica ──► checkpoint kept          a crash between: pages come again, and are known
 *                          └ those of several collections in one write (positions.ts)
 *   too old: from the start; what the server no longer names and nobody edited here goes at the end
 *   another epoch: from the start, compared (compare.ts); nothing goes
 *   ahead:  ids noted ──► replica                 what does not come again in a page goes at the end, too
 */
import type { CollectionName } from '../../model/registry';
import type { Checkpoint, WireDoc } from '../../protocol/messages';
import { applyRemote } from './apply';
import type { Applier } from './applier';
import { keepUnknown } from './compare';
import type { CheckpointPositions } from './checkpoint-positions';
import { readCheckpoints, type PullProgress } from '../storage/checkpoints';

export class PageApplier {
  /** of a repair: ids the server named */
  private readonly seen = new Set<string>();

  private constructor(
    private readonly target: Applier,
    private readonly positions: CheckpointPositions,
    readonly collection: CollectionName,
    private progress: PullProgress,
  ) {}

  static async open(
    target: Applier,
    names: readonly CollectionName[],
    positions: CheckpointPositions,
  ): Promise<Map<CollectionName, PageApplier>> {
    return new Map(
      [...(await readCheckpoints(target.device, names))].map(([name, progress]) =>
        // what was seen of it before a restart is not known
        [
          name,
          new PageApplier(
            target,
            positions,
            name,
            target.epoch.compares(name) ? { checkpoint: null, complete: progress.complete, repair: true } : progress,
          ),
        ],
      ),
    );
  }

  get checkpoint(): Checkpoint | null {
    return this.progress.checkpoint;
  }

  /** This device has never had all of the collection. */
  get isFirst(): boolean {
    return !this.progress.complete;
  }

  /** All is pulled from the start and compared: what was deleted is asked for, too. */
  get isRepair(): boolean {
    return this.progress.repair;
  }

  /** Documents of a first pull that came so far. */
  get received(): number {
    return this.progress.received ?? 0;
  }

  /** The checkpoint is none to go on from: the next page is from the start. */
  async startOver(): Promise<void> {
    this.seen.clear();
    this.keep({ checkpoint: null, complete: this.progress.complete, repair: true });
    await this.positions.keep();
  }

  /** Takes documents before their turn. Noted before they are written: a crash between leaves a note of nothing. */
  async ahead(documents: WireDoc[]): Promise<void> {
    if (this.progress.complete || this.progress.repair || this.progress.checkpoint) return;
    const ids = new Set([...(this.progress.ahead ?? []), ...documents.map(({ id }) => id)]);
    this.keep({ ...this.progress, ahead: [...ids] });
    await this.positions.keep();
    await applyRemote(this.target, this.collection, documents, { mostlyNew: true });
  }

  /**
   * Takes a page. `checkpoint` null: it stays where it is. Pages of a collection may be written at once; `turn` resolves when all that came
   * before is written and kept, so that a checkpoint never stands behind what is not here.
   */
  async take(
    documents: WireDoc[],
    checkpoint: Checkpoint | null,
    more: boolean,
    turn: Promise<void> = Promise.resolve(),
  ): Promise<void> {
    const { target, collection } = this;
    await target.barrier('pull.arrived');
    if (checkpoint) await target.epoch.meet(checkpoint.epoch ?? '');
    const comparing = target.epoch.compares(collection);
    if (comparing && !this.progress.repair)
      this.progress = { checkpoint: null, complete: this.progress.complete, repair: true };
    await applyRemote(target, collection, documents, {
      mostlyNew: !this.progress.complete && !this.progress.repair,
      comparing,
    });
    await target.barrier('pull.written');
    await turn;
    const next = checkpoint ?? this.progress.checkpoint;
    if (this.progress.repair) {
      for (const { id } of documents) this.seen.add(id);
      // a repair keeps its place only at the end: what it saw before a restart would be unknown
      this.progress = { ...this.progress, checkpoint: next };
      if (!more) {
        await (comparing ? keepUnknown(target, collection, this.seen) : this.forgetUnseen());
        this.keep({ checkpoint: next, complete: true, repair: false });
        if (comparing) {
          await this.positions.keep();
          await target.epoch.compared(collection);
        }
      }
    } else if (documents.length > 0 || !more) {
      this.keep(await this.after(documents, next, more));
    }
    await this.positions.keepNowAndThen();
    await target.barrier('pull.kept');
  }

  private keep(progress: PullProgress): void {
    this.progress = progress;
    this.positions.changed(this.collection, progress);
  }

  private async after(documents: WireDoc[], checkpoint: Checkpoint | null, more: boolean): Promise<PullProgress> {
    if (this.progress.complete) return { checkpoint, complete: true, repair: false, received: this.received };
    const came = new Set(documents.map(({ id }) => id));
    const ahead = (this.progress.ahead ?? []).filter((id) => !came.has(id));
    if (!more) await this.forget(ahead);
    return {
      checkpoint,
      complete: !more,
      repair: false,
      received: this.received + documents.length,
      ...(more && ahead.length > 0 ? { ahead } : {}),
    };
  }

  private async forgetUnseen(): Promise<void> {
    await this.forget(
      (await this.target.documents.find(this.collection, {})).map((doc) => doc.id).filter((id) => !this.seen.has(id)),
    );
  }

  /** Takes away what is not this person's to see any more, unless something of it waits here. */
  private async forget(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.target.documents.write(this.collection, ids, (stored, id) =>
      !stored || stored._deleted || stored.waits ? 'keep' : { version: { id, _deleted: true }, pending: null },
    );
  }
}
