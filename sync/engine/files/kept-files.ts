/**
 * Keeps the files of chosen projects on this device. The leader downloads missing files one after another, and frees
 * space when the disk gets full.
 */
import type { ProjectItem } from '../../model/kinds/project-items';
import type { Clock } from '../storage/clock';
import type { DeviceDatabase } from '../storage/device-database';
import type { Documents } from '../storage/documents';
import type { Environment } from '../storage/environment';
import { freeFileSpace, trimFiles } from '../storage/file-space';
import type { PendingDocuments } from '../storage/pending';
import { deleteStaleFiles, filesOf, shownFile } from './file-store';
import { deleteStaleQuestionFiles } from './question-files';
import type { ProjectFileReader } from './file-reader';

const MB = 1024 * 1024;
/** most bytes of files that the server has and that are in no kept project */
const SEEN_BYTES = 300 * MB;
/** bytes that stay free for other data when files are downloaded */
const RESERVE_BYTES = 256 * MB;
/** free bytes below which files that the server has are deleted, until this amount is free */
const LOW_BYTES = 64 * MB;
/** milliseconds until the next attempt while the device records or is offline, and while the disk is full */
const RECORDING_MS = 10_000;
const FULL_MS = 10 * 60_000;

const KEY = 'keptProjects';

/** Ids of the kept projects. */
export async function keptProjects(device: DeviceDatabase): Promise<string[]> {
  const value = (await device.meta.get(KEY))?.value;
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** The stored row, for live queries. */
export const keptRow = (device: DeviceDatabase) => device.meta.rows.get(KEY);

/** Adds a project to the kept projects, or removes it. A lock serialises concurrent changes of several tabs. */
export async function keepProject(
  device: DeviceDatabase,
  locks: LockManager,
  id: string,
  isKept: boolean,
): Promise<void> {
  await locks.request(`satchel-kept:${device.name}`, async () => {
    const others = (await keptProjects(device)).filter((each) => each !== id);
    await device.meta.put({ key: KEY, value: isKept ? [...others, id] : others });
  });
}

export interface KeptFilesParts {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get' | 'find' | 'stored' | 'names' | 'pendingRows'>;
  clock: Clock;
  reader: Pick<ProjectFileReader, 'keep'>;
  estimate: Environment['estimate'];
  pending: Pick<PendingDocuments, 'has'>;
  /** delays background work while the person waits or types */
  rest: (signal: AbortSignal) => Promise<void> | undefined;
}

export class KeptFiles {
  /** `<item>/<version>` of files that the server did not have; not requested again by this worker */
  private readonly absent = new Set<string>();

  constructor(private readonly parts: KeptFilesParts) {}

  /**
   * Deletes files that need not stay, and downloads missing files of kept projects.
   * @returns time of the next run (clock milliseconds); Infinity: no run by time
   */
  async run(signal: AbortSignal): Promise<number> {
    const { device, documents, clock, reader, rest } = this.parts;
    await deleteStaleQuestionFiles(this.parts, clock.now());
    if (!documents.names.includes('projectItems')) return Number.POSITIVE_INFINITY;
    await this.tidy();
    for await (const item of this.missing()) {
      if (signal.aborted) break;
      if (await isRecording(device)) return clock.now() + RECORDING_MS;
      if ((await this.room()) < item.size + RESERVE_BYTES) return clock.now() + FULL_MS;
      await rest(signal);
      const answer = await reader.keep(item, signal, () => rest(signal));
      if (answer === 'offline') return clock.now() + RECORDING_MS;
      if (answer === 'notOnServer') this.absent.add(`${item.id}/${item.version}`);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Deletes stale files, updates `isKept`, and frees space. */
  private async tidy(): Promise<void> {
    const { device, documents, clock } = this.parts;
    await deleteStaleFiles(device, documents, clock.now());
    const kept = new Set(await keptProjects(device));
    for (const { id, itemId, isKept } of await device.files.rows
      .where('transfer')
      .anyOf('onServer', 'seen')
      .toArray()) {
      const item = await documents.get('projectItems', itemId);
      const isWanted = item !== null && kept.has(item.projectId);
      if (isWanted !== isKept) await device.files.update(id, { isKept: isWanted });
    }
    await trimFiles(device, SEEN_BYTES);
    const room = await this.room();
    if (room < LOW_BYTES) await freeFileSpace(device, LOW_BYTES - room);
  }

  /** Free bytes; Infinity if the browser does not report a quota. */
  private async room(): Promise<number> {
    const { usage, quota } = await this.parts.estimate();
    return quota > 0 ? quota - usage : Number.POSITIVE_INFINITY;
  }

  /** Files of kept projects without bytes on this device, newest content first within a project. */
  private async *missing(): AsyncIterable<ProjectItem> {
    const { device, documents } = this.parts;
    for (const projectId of await keptProjects(device)) {
      const items = await documents.find('projectItems', { projectId });
      for (const item of items.sort((a, b) => b.contentAt - a.contentAt)) {
        if (item.itemType !== 'file' || item.version === 0 || this.absent.has(`${item.id}/${item.version}`)) continue;
        if (!shownFile(await filesOf(device, item.id), item.version)) yield item;
      }
    }
  }
}

const isRecording = async (device: DeviceDatabase): Promise<boolean> =>
  (await device.recordings.rows.where('state').equals('recording').count()) > 0;
