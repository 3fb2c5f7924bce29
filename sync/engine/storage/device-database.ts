/**
 * The device database: what is on this device and is not replicated. Plain Dexie, one database per user and company, so that two
 * accounts never share one. Opened by the replica worker and by the encoder worker; never by the page.
 *
 * Bodies of chunks and updates are written with strict durability: when the promise resolves, a killed browser keeps them. Whatever
 * people wrote, said or named is sealed; a row that would bring such a field to the disk in clear is refused.
 */
import Dexie, { type DBCore, type EntityTable, type Table } from 'dexie';
import type { CollectionName } from '../../model/registry';
import { watchDeletion } from './integrity/deleted-database';
import type { LastError } from './status';
import type { Vault } from './sealing/vault';
import { SealedTable, type AtRest } from './sealing/sealed-table';

/** A recording on this device, from the first chunk until the server has checked its hash and the person's device may forget it. */
export interface LocalRecording {
  id: string;
  meetingId: string;
  /** `recording` while a Web Lock `recording:<id>` is held; without a holder it is an orphan, which the leader finishes */
  state: 'recording' | 'paused' | 'stopped' | 'imported';
  /** what is done with it: kept here → wanted on the server → being sent → hash checked; `deleted`: goes once that cannot be undone any more */
  transfer: 'local' | 'queued' | 'uploading' | 'onServer' | 'deleted';
  /** while `transfer` is `deleted`: since when (device milliseconds), and what it was before */
  deleted?: { at: number; transfer: Exclude<LocalRecording['transfer'], 'deleted'> };
  fileName: string;
  mimeType: string;
  language: string;
  source: 'microphone' | 'system' | 'file';
  startedAt: number;
  endedAt: number;
  /** milliseconds of sound captured, and of wall time while recording; the difference is a gap, shown and marked */
  capturedMs: number;
  wallMs: number;
  gaps: { atMs: number; lostMs: number }[];
  /** bytes on disk */
  bytes: number;
  chunks: number;
  /** hex, once stopped */
  sha256: string;
}

/** Whether the server may lack a recording that the person wants: one that was deleted goes, though that can still be undone. */
export const isUnsentRecording = ({ transfer }: Pick<LocalRecording, 'transfer'>): boolean =>
  transfer !== 'onServer' && transfer !== 'deleted';

/** About three seconds of encoded audio. `seq` is continuous from 0. */
export interface RecordingChunk {
  recordingId: string;
  seq: number;
  bytes: Uint8Array;
  /** milliseconds of sound in it */
  durationMs: number;
  /** milliseconds of sound before it */
  atMs: number;
}

/** A call with side effects made offline. Its key makes repeating it harmless. */
export interface OutboxCall {
  /** the Idempotency-Key, too */
  id: string;
  service: string;
  method: string;
  path: string;
  input: unknown;
  /** what a person reads: a key of `outbox` texts with its parameters */
  label: { key: string; params: Record<string, string> };
  createdAt: number;
  attempts: number;
  nextTryAt: number;
  lastError: LastError | null;
  state: 'waiting' | 'running' | 'attention';
  /** ids of outbox entries or documents (`<collection>/<id>`) that must be on the server before */
  after: string[];
}

/** Progress of one resumable upload of a recording or file. */
export interface UploadState {
  /** the recording's id */
  id: string;
  /** address given by apply, '' before; kept here because tus has no local storage in a worker */
  url: string;
  uploadId: string;
  token: string;
  /** bytes */
  size: number;
  sent: number;
  attempts: number;
  nextTryAt: number;
  lastError: LastError | null;
  state: 'waiting' | 'running' | 'finishing' | 'done' | 'attention';
  createdAt: number;
}

/** A typed Yjs update not yet folded into the replica. */
export interface TypedUpdate {
  seq?: number;
  /** id of the noteContents document */
  contentId: string;
  update: Uint8Array;
  at: number;
}

/** A side that a merge could not keep in the document: shown in the conflict inbox with undo. */
export interface ConflictVersion {
  id: string;
  collection: CollectionName;
  documentId: string;
  field: string;
  mine: unknown;
  theirs: unknown;
  /** which of the two stands now */
  stands: 'mine' | 'theirs';
  title: string;
  at: number;
  resolved: boolean;
}

/** A write the server refused: the content is kept until the person decides. */
export interface RejectedChange {
  id: string;
  collection: CollectionName;
  documentId: string;
  code: string;
  field: string;
  /** the document as the person made it; for a text also its Yjs state */
  content: Record<string, unknown>;
  /** what the server had when it was edited (texts as state vectors); absent: all of it is new */
  base?: Record<string, unknown> & { id: string };
  title: string;
  at: number;
}

/** Small values by name: checkpoints of the engine, last sync, what this device may do and until when. */
export interface MetaRow {
  key: string;
  value: unknown;
}

/** The fields that hold content. Everything else is ids, times, sizes and states. */
const CONTENT = {
  recordings: ['fileName'],
  chunks: ['bytes'],
  outbox: ['input', 'label'],
  updates: ['update'],
  kept: ['mine', 'theirs', 'title'],
  attention: ['content', 'base', 'title'],
  meta: ['value'],
} as const;

/** The last word before the disk: no content in clear, whoever writes. */
const refuseContent = (core: DBCore): DBCore => ({
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
              throw new TypeError(`content of ${name} would be written in clear`);
        }
        return table.mutate(request);
      },
    };
  },
});

export class DeviceDatabase {
  readonly recordings: SealedTable<LocalRecording, 'fileName', string>;
  readonly chunks: SealedTable<RecordingChunk, 'bytes', [string, number]>;
  readonly outbox: SealedTable<OutboxCall, 'input' | 'label', string>;
  readonly updates: SealedTable<TypedUpdate, 'update', number>;
  readonly conflictVersions: SealedTable<ConflictVersion, 'mine' | 'theirs' | 'title', string>;
  readonly rejectedChanges: SealedTable<RejectedChange, 'content' | 'base' | 'title', string>;
  readonly meta: SealedTable<MetaRow, 'value', string>;
  readonly uploads: EntityTable<UploadState, 'id'>;
  readonly transaction: Dexie['transaction'];
  private readonly dexie: Dexie;

  /** `deleted`: it was deleted while it was open; every use of it fails then. */
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
    this.dexie.use({ stack: 'dbcore', name: 'refuse-content', create: refuseContent });
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
    this.outbox = new SealedTable(rows('outbox'), vault, { content: CONTENT.outbox, place: ({ id }) => id });
    // its number is known only once it is written
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
    this.uploads = this.dexie.table('uploads');
  }

  async open(): Promise<void> {
    await this.dexie.open();
  }

  get name(): string {
    return this.dexie.name;
  }

  /** IndexedDB's own version: ten of them belong to one of ours. */
  get nativeVersion(): number {
    return this.dexie.backendDB().version;
  }

  /** Whether small values were sealed with another key than the one this device has. One that is torn becomes null. */
  async isForeign(): Promise<boolean> {
    const rows = await this.meta.rows.toArray();
    const opened = new Set((await this.meta.openAll(rows)).map(({ key }) => key));
    if (rows.length > 0 && opened.size === 0) return true;
    for (const { key } of rows) if (!opened.has(key)) await this.meta.put({ key, value: null });
    return false;
  }

  /** Seals what an earlier version wrote in clear. */
  async sealOlder(): Promise<void> {
    for (const table of this.sealed) await table.sealOlder();
  }

  /** Seals with the key of now what the one before sealed. Nobody else may have the database open. */
  async sealAgain(): Promise<void> {
    for (const table of this.sealed) await table.sealAgain();
  }

  /** Closes once what is being sealed is written. */
  async close(): Promise<void> {
    await Promise.all(this.sealed.map((table) => table.settled()));
    this.dexie.close();
  }

  private get sealed() {
    return [
      this.chunks,
      this.recordings,
      this.outbox,
      this.updates,
      this.conflictVersions,
      this.rejectedChanges,
      this.meta,
    ];
  }
}

/** Names carry user and company. */
export const deviceDatabaseName = (userId: string, companyId: string): string =>
  `satchel-device-${companyId}-${userId}`;
export const replicaDatabaseName = (userId: string, companyId: string): string =>
  `satchel-sealed-replica-${companyId}-${userId}`;
export const searchDatabaseName = (userId: string, companyId: string): string =>
  `satchel-sealed-search-${companyId}-${userId}`;
/** Web Lock held by whoever records; an entry in state `recording` whose lock nobody holds is an orphan. */
export const recordingLock = (recordingId: string): string => `satchel-recording:${recordingId}`;

/** Whole recordings that nobody wants on the server. One being made or copied has no hash yet. */
export const isSetAside = (recording: Pick<LocalRecording, 'transfer' | 'state' | 'sha256'>): boolean =>
  recording.transfer === 'local' &&
  (recording.state === 'stopped' || (recording.state === 'imported' && recording.sha256 !== ''));
