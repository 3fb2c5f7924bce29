/**
 * In which epoch of the server's database this device has compared what it has with it (sync/model/epoch.ts). After a restore the server may
 * have less than the device, or other versions; each collection is compared once, and nothing is sent before all are.
 *
 *   answer of another epoch ──► recordings are offered again ──► epoch and open collections kept ──► pulls from the start compare (compare.ts)
 *                               ──► each collection that is through ──► none open: what the server lacks is sent
 */
import * as v from 'valibot';
import { Epoch } from '../../model/epoch';
import { COLLECTION_NAMES, type CollectionName } from '../../model/registry';
import type { DeviceDatabase } from '../storage/device-database';
import type { Documents } from '../storage/documents';
import { readCheckpoints } from '../storage/checkpoints';

const KEY = 'epoch';
const Kept = v.object({ epoch: Epoch, open: v.array(v.picklist(COLLECTION_NAMES)) });

export class DeviceEpoch {
  private constructor(
    private readonly device: DeviceDatabase,
    private readonly documents: Documents,
    private epoch: string | null,
    private open: readonly CollectionName[],
  ) {}

  static async open(device: DeviceDatabase, documents: Documents): Promise<DeviceEpoch> {
    const read = v.safeParse(Kept, (await device.meta.get(KEY))?.value);
    if (read.success) return new DeviceEpoch(device, documents, read.output.epoch, read.output.open);
    // a device from before there were epochs has what it has from the first one
    const hasPulled = [...(await readCheckpoints(device, documents.names)).values()].some(
      ({ checkpoint, complete }) => complete || checkpoint !== null,
    );
    return new DeviceEpoch(device, documents, hasPulled ? '' : null, []);
  }

  /** null: this device has nothing of any */
  get current(): string | null {
    return this.epoch;
  }

  /** Whether something is still to be compared: until then nothing is sent. */
  get isComparing(): boolean {
    return this.open.some((name) => this.documents.names.includes(name));
  }

  compares(collection: CollectionName): boolean {
    return this.open.includes(collection);
  }

  /** An answer came of this epoch. Resolves when that is durable. */
  async meet(epoch: string): Promise<void> {
    if (epoch === this.epoch) return;
    if (this.epoch === null) return this.keep(epoch, []);
    // from here on nothing is sent: the server may not have the meetings of the recordings that are offered
    this.open = [...this.documents.names];
    await this.offerRecordings();
    await this.keep(epoch, this.open);
  }

  /** A collection is compared, and what the server lacks of it waits. */
  async compared(collection: CollectionName): Promise<void> {
    if (this.compares(collection))
      await this.keep(
        this.epoch ?? '',
        this.open.filter((name) => name !== collection),
      );
  }

  private async keep(epoch: string, open: readonly CollectionName[]): Promise<void> {
    await this.device.meta.put({ key: KEY, value: { epoch, open } });
    [this.epoch, this.open] = [epoch, open];
  }

  /** Sent recordings whose bytes are still here are offered again, and what was under way or refused begins anew: the server says what it has. */
  private async offerRecordings(): Promise<void> {
    const { recordings, chunks, uploads } = this.device;
    for (const { id, meetingId } of await recordings.rows.where('transfer').equals('onServer').toArray()) {
      const isHere =
        (await chunks.rows.where('recordingId').equals(id).count()) > 0 &&
        (await this.documents.get('meetings', meetingId)) !== null;
      if (isHere) await recordings.update(id, { transfer: 'queued' });
    }
    const queued = new Set(await recordings.rows.where('transfer').anyOf('queued', 'uploading').primaryKeys());
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
