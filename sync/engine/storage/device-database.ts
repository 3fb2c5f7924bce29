/**
 * The device database: local data that is not replicated. Plain Dexie, one database per user and company, so that two
 * accounts never share one. Opened by the replica worker and by the encoder worker, never by the page.
 *
 * Chunks and updates are written with strict durability: they survive a killed browser once the promise resolves. All
 * content (text, sound, names) is encrypted; a row with a plain content field is rejected.
 */
import Dexie, { type DBCore, type EntityTable, type Table } from 'dexie';
import type {
  LocalRecording,
  RecordingChunk,
  LocalImage,
  ImageBytes,
  LocalFile,
  FileChunk,
  OutboxCall,
  UploadState,
  TypedUpdate,
  ConflictVersion,
  RejectedChange,
  KnownVersions,
  MetaRow,
} from './device-rows';
import { watchDeletion } from './integrity/deleted-database';
import type { Vault } from './sealing/vault';
import { withdrawPreparedPush } from './prepared-push';
import { SealedTable, type AtRest } from './sealing/sealed-table';

/**
 * Fields with content, which are encrypted. All other fields are ids, times, sizes and states. The stored tables of
 * conflict versions and of rejected changes have the names `kept` and `attention`: another name would need a migration
 * on every device.
 */
const CONTENT = {
  recordings: ['fileName', 'peaks'],
  chunks: ['bytes'],
  imageBytes: ['bytes'],
  files: ['name'],
  fileChunks: ['bytes'],
  outbox: ['input', 'label'],
  updates: ['update'],
  kept: ['mine', 'theirs', 'title'],
  attention: ['content', 'base', 'title'],
  meta: ['value'],
  versions: ['versions', 'total', 'present', 'states'],
} as const;

/** Rejects rows with plain content fields at the lowest level, for every writer. */
const rejectPlainContent = (core: DBCore): DBCore => ({
  ...core,
  table(name) {
    const table = core.table(name);
    const content: readonly string[] = (CONTENT as Record<string, readonly string[]>)[name] ?? [];
    return {
      ...table,
      mutate(request) {
        if (request.type === 'add' || request.type === 'put') {
          for (const row of request.values as object[])
            if (content.some((field) => field in row))
              throw new TypeError(`content of ${name} must not be stored unencrypted`);
        }
        return table.mutate(request);
      },
    };
  },
});

export class DeviceDatabase {
  readonly recordings: SealedTable<LocalRecording, 'fileName' | 'peaks', string>;
  readonly chunks: SealedTable<RecordingChunk, 'bytes', [string, number]>;
  readonly images: EntityTable<LocalImage, 'id'>;
  readonly imageBytes: SealedTable<ImageBytes, 'bytes', string>;
  readonly files: SealedTable<LocalFile, 'name', string>;
  readonly fileChunks: SealedTable<FileChunk, 'bytes', [string, number]>;
  readonly outbox: SealedTable<OutboxCall, 'input' | 'label', string>;
  readonly updates: SealedTable<TypedUpdate, 'update', number>;
  readonly conflictVersions: SealedTable<ConflictVersion, 'mine' | 'theirs' | 'title', string>;
  readonly rejectedChanges: SealedTable<RejectedChange, 'content' | 'base' | 'title', string>;
  readonly meta: SealedTable<MetaRow, 'value', string>;
  readonly versions: SealedTable<KnownVersions, 'versions' | 'total' | 'present' | 'states', string>;
  readonly uploads: EntityTable<UploadState, 'id'>;
  readonly transaction: Dexie['transaction'];
  private readonly dexie: Dexie;

  /** `deleted` is called if the database is deleted while open; every later use fails. */
  constructor(
    name: string,
    vault: Vault,
    options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {},
    deleted: () => void = () => {},
  ) {
    this.dexie = new Dexie(name, { chromeTransactionDurability: 'strict', ...options });
    watchDeletion(this.dexie, deleted);
    this.dexie.version(1).stores({
      recordings: 'id, meetingId, state, transfer',
      chunks: '[recordingId+seq], recordingId',
      outbox: 'id, createdAt, nextTryAt',
      uploads: 'id, nextTryAt',
      updates: '++seq, contentId',
      kept: 'id, documentId, at',
      attention: 'id, documentId, at',
      meta: 'key',
    });
    this.dexie.version(2).stores({ versions: 'contentId, at', images: 'id, contentId, transfer', imageBytes: 'id' });
    this.dexie.version(3).stores({ files: 'id, itemId, transfer', fileChunks: '[fileId+seq], fileId' });
    this.dexie.use({ stack: 'dbcore', name: 'refuse-content', create: rejectPlainContent });
    this.transaction = this.dexie.transaction.bind(this.dexie);
    const rows = <Row, Content extends keyof Row, Key>(table: string): Table<AtRest<Row, Content>, Key> =>
      this.dexie.table(table);
    this.recordings = new SealedTable(rows('recordings'), vault, {
      content: CONTENT.recordings,
      place: ({ id }) => id,
    });
    this.chunks = new SealedTable(rows('chunks'), vault, {
      content: CONTENT.chunks,
      place: ({ recordingId, seq }) => `${recordingId}/${seq}`,
      bytes: true,
    });
    this.images = this.dexie.table('images');
    this.imageBytes = new SealedTable(rows('imageBytes'), vault, {
      content: CONTENT.imageBytes,
      place: ({ id }) => id,
      bytes: true,
    });
    this.files = new SealedTable(rows('files'), vault, { content: CONTENT.files, place: ({ id }) => id });
    this.fileChunks = new SealedTable(rows('fileChunks'), vault, {
      content: CONTENT.fileChunks,
      place: ({ fileId, seq }) => `${fileId}/${seq}`,
      bytes: true,
    });
    this.outbox = new SealedTable(rows('outbox'), vault, { content: CONTENT.outbox, place: ({ id }) => id });
    // Its number is assigned by the write, so it cannot be authenticated.
    this.updates = new SealedTable(rows('updates'), vault, {
      content: CONTENT.updates,
      place: ({ contentId }) => contentId,
      bytes: true,
    });
    this.conflictVersions = new SealedTable(rows('kept'), vault, { content: CONTENT.kept, place: ({ id }) => id });
    this.rejectedChanges = new SealedTable(rows('attention'), vault, {
      content: CONTENT.attention,
      place: ({ id }) => id,
    });
    this.meta = new SealedTable(rows('meta'), vault, { content: CONTENT.meta, place: ({ key }) => key });
    this.versions = new SealedTable(rows('versions'), vault, {
      content: CONTENT.versions,
      place: ({ contentId }) => contentId,
    });
    this.uploads = this.dexie.table('uploads');
  }

  async open(): Promise<void> {
    await this.dexie.open();
  }

  get name(): string {
    return this.dexie.name;
  }

  /** Version of the underlying IndexedDB database: Dexie multiplies versions by ten. */
  get nativeVersion(): number {
    return this.dexie.backendDB().version;
  }

  /** Whether the small values were encrypted with another key. A damaged value becomes null. */
  async isForeign(): Promise<boolean> {
    const rows = await this.meta.rows.toArray();
    const opened = new Set((await this.meta.openAll(rows)).map(({ key }) => key));
    if (rows.length > 0 && opened.size === 0) return true;
    for (const { key } of rows) if (!opened.has(key)) await this.meta.put({ key, value: null });
    return false;
  }

  /** Encrypts rows that an earlier version wrote in plain. */
  async sealLegacyRows(): Promise<void> {
    for (const table of this.sealed) await table.sealLegacyRows();
  }

  /** Encrypts again, with the current key, rows of the previous key. No other tab may have the database open. */
  async reseal(): Promise<void> {
    // with a lock, nothing is stored that could be sent without it
    await withdrawPreparedPush(this);
    for (const table of this.sealed) await table.reseal();
  }

  /** Closes after pending writes. */
  async close(): Promise<void> {
    await Promise.all(this.sealed.map((table) => table.settled()));
    this.dexie.close();
  }

  private get sealed() {
    return [
      this.chunks,
      this.imageBytes,
      this.files,
      this.fileChunks,
      this.recordings,
      this.outbox,
      this.updates,
      this.conflictVersions,
      this.rejectedChanges,
      this.meta,
      this.versions,
    ];
  }
}

export { deviceDatabaseName } from './local-databases';
export const replicaDatabaseName = (userId: string, companyId: string): string =>
  `satchel-sealed-replica-${companyId}-${userId}`;
export const searchDatabaseName = (userId: string, companyId: string): string =>
  `satchel-sealed-search-${companyId}-${userId}`;
