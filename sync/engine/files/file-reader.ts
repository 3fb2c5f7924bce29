/** Reads files of projects for the page: from this device, otherwise from the server; then this device stores them. */
import type { ProjectItem } from '../../model/kinds/project-items';
import { LIMITS } from '../../model/limits';
import { FILE_VERSION_HEADER, fileContentPath } from '../../protocol/files';
import { CallError } from '../../protocol/errors';
import { askForBytes, chunksOf, type BytesMissing } from '../connection/ask-bytes';
import type { Session } from '../connection/session';
import { Sha256 } from '../recording/sha256';
import type { Clock } from '../storage/clock';
import { type DeviceDatabase } from '../storage/device-database';
import { isUnsentFile } from '../storage/device-rows';
import type { Documents } from '../storage/documents';
import { deleteFile } from '../storage/file-space';
import { isGone } from '../storage/is-gone';
import { BlobWriter, fileBlob, filesOf, shownFile, storeFile } from './file-store';

/** milliseconds until the headers of a response arrive, and until each further chunk of its body */
const ANSWER_MS = 60_000;
/** least milliseconds between two updates of `usedAt` */
const USE_MS = 60_000;

export type FileAnswer = { blob: Blob } | BytesMissing;

export interface ProjectFileReaderParts {
  device: DeviceDatabase;
  documents: Pick<Documents, 'get' | 'stored'>;
  session: Pick<Session, 'fetch' | 'renew'>;
  clock: Clock;
  locks: LockManager;
  origin: string;
  ended: AbortSignal;
}

interface Sent {
  version: number;
  sha256: string;
  type: string;
  pieces: AsyncIterable<Uint8Array>;
}

/**
 * The response is not the requested file: incomplete, too large, with another hash, or no longer readable by the
 * person.
 */
class WrongAnswer extends Error {}

export class ProjectFileReader {
  /** running reads by item and version, shared by screens that show the same file */
  private readonly running = new Map<string, Promise<FileAnswer>>();

  constructor(private readonly parts: ProjectFileReaderParts) {}

  /** @param version by default the current one; an unsent version of this device counts as the current one */
  read(itemId: string, version?: number): Promise<FileAnswer> {
    const key = `${itemId}/${version ?? ''}`;
    const known = this.running.get(key);
    if (known) return known;
    const answer = this.readOnce(itemId, version).finally(() => this.running.delete(key));
    this.running.set(key, answer);
    return answer;
  }

  /**
   * Stores the current version of a file from the server, for a kept project. Throws DEVICE_STORAGE_FULL.
   * @param rest delays the next chunk during more important work
   */
  async keep(
    item: ProjectItem,
    signal: AbortSignal,
    rest: () => Promise<void> | undefined,
  ): Promise<'kept' | 'notOnServer' | 'offline'> {
    const sent = await this.ask(item.id, undefined, signal, rest);
    if ('missing' in sent) return sent.missing;
    try {
      await this.store(item.id, item.title, sent, true);
      return 'kept';
    } catch (error) {
      if (error instanceof CallError) throw error;
      return 'offline';
    }
  }

  private async readOnce(itemId: string, version: number | undefined): Promise<FileAnswer> {
    const item = await this.parts.documents.get('projectItems', itemId);
    return (await this.fromDevice(itemId, item, version)) ?? this.fromServer(itemId, item, version);
  }

  private async fromDevice(
    itemId: string,
    item: ProjectItem | null,
    version: number | undefined,
  ): Promise<FileAnswer | null> {
    const { device, documents, clock } = this.parts;
    const file = shownFile(await filesOf(device, itemId), item?.version ?? 0, version);
    if (!file) return null;
    const isUnsent = isUnsentFile(file) || file.transfer === 'orphan';
    // the person may have lost access to its project
    const blob = isUnsent || item ? await fileBlob(device, file.id) : null;
    if (!blob) {
      // not while the deletion of the item can still be undone
      if (!isUnsent && (item || (await isGone(documents, 'projectItems', itemId))))
        await deleteFile(device, file.id, file.transfer);
      return null;
    }
    const now = clock.now();
    if (file.usedAt < now - USE_MS) await device.files.update(file.id, { usedAt: now });
    return { blob };
  }

  private async fromServer(itemId: string, item: ProjectItem | null, version: number | undefined): Promise<FileAnswer> {
    const { device, ended } = this.parts;
    const sent = await this.ask(itemId, version, ended);
    if ('missing' in sent) return sent;
    try {
      if (!item) return { blob: await this.whole(sent) };
      const blob = await fileBlob(device, await this.store(itemId, item.title, sent, false));
      if (blob) return { blob };
    } catch (error) {
      if (error instanceof CallError && error.code === 'DEVICE_STORAGE_FULL')
        return this.withoutStoring(itemId, version);
      // aborted, timed out, truncated, or not the requested file
    }
    return { missing: 'offline' };
  }

  /** The device is full: requests the file again and shows it without storing it. */
  private async withoutStoring(itemId: string, version: number | undefined): Promise<FileAnswer> {
    const sent = await this.ask(itemId, version, this.parts.ended);
    return 'missing' in sent
      ? sent
      : this.whole(sent).then(
          (blob): FileAnswer => ({ blob }),
          (): FileAnswer => ({ missing: 'offline' }),
        );
  }

  private async whole({ sha256, type, pieces }: Sent): Promise<Blob> {
    const hash = new Sha256();
    const blob = new BlobWriter();
    for await (const piece of pieces) {
      hash.update(piece);
      blob.add(piece);
    }
    if (hash.hex() !== sha256) throw new WrongAnswer();
    return blob.end(type);
  }

  /** Stores a response, and deletes earlier versions that the server has. @returns the id of the row */
  private async store(itemId: string, name: string, sent: Sent, isKept: boolean): Promise<string> {
    const { device, documents, locks, clock } = this.parts;
    const { version, type } = sent;
    return storeFile(
      { device, locks, now: clock.now() },
      { itemId, version, name, mimeType: type, isKept, transfer: 'fetching' },
      sent.pieces,
      async ({ id, sha256 }) => {
        if (sha256 !== sent.sha256) throw new WrongAnswer();
        const item = await documents.get('projectItems', itemId);
        // the person has lost access to it meanwhile
        if (!item) throw new WrongAnswer();
        const others = (await filesOf(device, itemId)).filter(
          (file) =>
            (file.transfer === 'seen' || file.transfer === 'onServer') &&
            (file.version === version || (version >= item.version && file.version < version)),
        );
        await device.files.update(id, { transfer: 'seen' });
        for (const other of others) await deleteFile(device, other.id);
        return id;
      },
    );
  }

  private async ask(
    itemId: string,
    version: number | undefined,
    signal: AbortSignal,
    rest: () => Promise<void> | undefined = () => undefined,
  ): Promise<Sent | BytesMissing> {
    const { session, origin } = this.parts;
    const response = await askForBytes(session, origin + fileContentPath(itemId, version), { ms: ANSWER_MS, signal });
    if ('missing' in response) return response;
    const [, sentVersion, sha256] =
      /^(\d+)-([0-9a-f]{64})$/.exec(response.headers.get(FILE_VERSION_HEADER) ?? '') ?? [];
    const isOther = version !== undefined && Number(sentVersion) !== version;
    if (!response.body || !sha256 || isOther) {
      await response.body?.cancel().catch(() => undefined);
      return { missing: 'offline' };
    }
    return {
      version: Number(sentVersion),
      sha256,
      type: response.headers.get('content-type') ?? '',
      pieces: limited(chunksOf(response.body, { ms: ANSWER_MS, signal }, rest), LIMITS.audioBytes),
    };
  }
}

/** Throws WrongAnswer beyond `most` bytes, the largest size of a file. */
async function* limited(pieces: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > most) throw new WrongAnswer();
    yield piece;
  }
}
