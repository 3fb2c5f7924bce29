/**
 * The epoch of the server's database (sync/model/epoch.ts) with which this device has compared its replica. A restored
 * server may have fewer documents than the device, or other versions; each kind is compared once, and nothing is pushed
 * before all are.
 *
 *   answer of another epoch ──► sent bytes queued again ──► epoch and open kinds saved ──► pulls from the start compare (compare.ts)
 *                               ──► compared kinds are closed one by one ──► none open: what the server lacks is pushed
 */
import * as v from 'valibot';
import { Epoch } from '../../model/epoch';
import { KIND_NAMES, type KindName } from '../../model/kinds';
import type { DeviceDatabase } from '../storage/device-database';
import type { Documents } from '../storage/documents';
import { readCheckpoints } from '../storage/checkpoints';

const KEY = 'epoch';
const StoredEpoch = v.object({ epoch: Epoch, open: v.array(v.picklist(KIND_NAMES)) });

export class DeviceEpoch {
  private constructor(
    private readonly device: DeviceDatabase,
    private readonly documents: Documents,
    private epoch: string | null,
    private open: readonly KindName[],
  ) {}

  static async open(device: DeviceDatabase, documents: Documents): Promise<DeviceEpoch> {
    const read = v.safeParse(StoredEpoch, (await device.meta.get(KEY))?.value);
    if (read.success) return new DeviceEpoch(device, documents, read.output.epoch, read.output.open);
    // data stored before epochs existed belongs to the first epoch
    const hasPulled = [...(await readCheckpoints(device, documents.names)).values()].some(
      ({ checkpoint, complete }) => complete || checkpoint !== null,
    );
    return new DeviceEpoch(device, documents, hasPulled ? '' : null, []);
  }

  /** null: this device has not pulled anything yet */
  get current(): string | null {
    return this.epoch;
  }

  /** Whether a kind is still to be compared; nothing is pushed until then. */
  get isComparing(): boolean {
    return this.open.some((name) => this.documents.names.includes(name));
  }

  compares(collection: KindName): boolean {
    return this.open.includes(collection);
  }

  /** An answer of this epoch arrived. Resolves when the change is durable. */
  async answered(epoch: string): Promise<void> {
    if (epoch === this.epoch) return;
    if (this.epoch === null) return this.save(epoch, []);
    // from here on nothing is pushed: the server may not have the meetings of the recordings queued again
    this.open = [...this.documents.names];
    await this.requeueRecordings();
    await this.save(epoch, this.open);
  }

  /** A kind is compared: documents that the server lacks are pending now. */
  async compared(collection: KindName): Promise<void> {
    if (this.compares(collection))
      await this.save(
        this.epoch ?? '',
        this.open.filter((name) => name !== collection),
      );
  }

  private async save(epoch: string, open: readonly KindName[]): Promise<void> {
    await this.device.meta.put({ key: KEY, value: { epoch, open } });
    [this.epoch, this.open] = [epoch, open];
  }

  /** Queues sent images again that are still here, and returns the ids of all that wait. */
  private async requeueImages(): Promise<string[]> {
    const { images } = this.device;
    for (const { id, contentId } of await images.where('transfer').equals('onServer').toArray())
      if (await this.documents.get('noteContents', contentId)) await images.update(id, { transfer: 'queued' });
    return images.where('transfer').anyOf('queued', 'uploading').primaryKeys();
  }

  /** As requeueImages. Files that were read from the server are not sent by this device. */
  private async requeueFiles(): Promise<string[]> {
    const { rows } = this.device.files;
    for (const { id, itemId, turnId } of await rows.where('transfer').equals('onServer').toArray())
      // files of questions that were sent are deleted, so those that remain are needed
      if (turnId !== undefined || (await this.documents.get('projectItems', itemId)))
        await rows.update(id, { transfer: 'queued' });
    return rows.where('transfer').anyOf('queued', 'uploading', 'paused').primaryKeys();
  }

  /**
   * Queues uploaded recordings again whose bytes are still here, and restarts unfinished and refused uploads: the
   * server says which bytes it has.
   */
  private async requeueRecordings(): Promise<void> {
    const { recordings, chunks, uploads } = this.device;
    for (const { id, meetingId } of await recordings.rows.where('transfer').equals('onServer').toArray()) {
      const hasBytes =
        (await chunks.rows.where('recordingId').equals(id).count()) > 0 &&
        (await this.documents.get('meetings', meetingId)) !== null;
      if (hasBytes) await recordings.update(id, { transfer: 'queued' });
    }
    const queued = new Set([
      ...(await recordings.rows.where('transfer').anyOf('queued', 'uploading').primaryKeys()),
      ...(await this.requeueImages()),
      ...(await this.requeueFiles()),
    ]);
    await uploads
      .filter(({ id }) => queued.has(id))
      .modify({
        url: '',
        uploadId: '',
        token: '',
        sent: 0,
        attempts: 0,
        nextTryAt: 0,
        lastError: null,
        state: 'waiting',
      });
  }
}
