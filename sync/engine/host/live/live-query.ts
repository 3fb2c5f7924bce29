/** The live queries of a workspace: each an observable of plain values, without repetitions. */
import { agentWorkId, meetingNoteId, meetingOf } from '../../../model/ids';
import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  merge,
  of,
  startWith,
  switchMap,
  throttleTime,
  type Observable,
} from 'rxjs';
import { topDocumentOf, type KindName } from '../../../model/kinds';
import type { AgentWork } from '../../../model/kinds/agent-works';
import type { Answer } from '../../../model/kinds/answers';
import type { Meeting } from '../../../model/kinds/meetings';
import type { NoteContent } from '../../../model/kinds/note-contents';
import type { Research } from '../../../model/kinds/researches';
import type { Transcript } from '../../../model/kinds/transcripts';
import type { Turn } from '../../../model/kinds/turns';
import { MENTIONED, type MentionTarget } from '../../../model/mentions';
import { sameValue } from '../../../merge/values';
import type { Backlink, ImageRow, LiveQuery, RecordingRow } from '../api';
import { liveAgentWork } from './agent-work';
import { liveAnswer } from './answer';
import { liveResearch } from './research';
import { withQueuedRatings } from './source-ratings';
import { keptProjectIds, localFiles, undecidedRows } from './files';
import { itemsWindow, itemTotals } from './items';
import { quotedStands, textSourceOf } from './quoted';
import { meetingEngagement, meetingExtract, type MeetingSources } from './meeting';
import { stuck, syncState } from './sync-state';
import { LOSS_KEY } from '../../storage/integrity/loss';
import type { Repair } from '../../storage/integrity/repair';
import { LEFT_KEY } from '../../outbox/left-notices';
import { type DeviceDatabase } from '../../storage/device-database';
import { type LocalRecording, type UploadState, isLocalOnly } from '../../storage/device-rows';
import { checkpointKey } from '../../storage/checkpoints';
import { openStuck, stuckRows } from '../../storage/stuck';
import type { PendingDocuments } from '../../storage/pending';
import type { Replica } from '../../storage/replica-database';
import type { Documents } from '../../storage/documents';
import { pageDoc, type StoredFields } from '../../storage/stored';
import type { OutboxRow } from '../../storage/status';
import type { SyncStatus } from '../../../model/sync-status';
import { mayWrite } from '../../text/access';
import type { LiveTopics } from '../../text/live-topics';
import type { Search } from '../../search/search';
import type { Texts } from '../../text/texts';
import type { AtRest, SealedTable } from '../../storage/sealing/sealed-table';
import { captionRows, captionsOf } from '../../recording/kept-captions';
import { recoveredRows, type RecoveredRecording } from '../../recording/recover-recording';
import { deviceQuery } from '../../storage/device-query';
import { withInitialRead } from '../../storage/initial-read';
import type { KindQuery } from '../../storage/kind-rows';
import { undecidedFiles, unsentFiles } from '../../files/file-store';
import { outboxRows, type HoldOf } from '../../outbox/outbox-rows';

export interface LiveSources {
  replica: Replica;
  device: DeviceDatabase;
  documents: Documents;
  pending: PendingDocuments;
  /** recordings whose browser ended while they ran */
  orphans$: Observable<LocalRecording[]>;
  status$: Observable<SyncStatus>;
  holdOf: HoldOf;
  repair: Repair;
  clock: { now(): number };
  texts: Pick<Texts, 'changes'>;
  topics: Pick<LiveTopics, 'progress' | 'state'>;
  search: Pick<Search, 'mentioning' | 'generation$'>;
}

/** milliseconds between two values of a list; the first change after a quiet time is published immediately */
const LIST_MS = 100;
/** most backlinks of one document */
const BACKLINKS_MAX = 100;
/** milliseconds between two renderings of a text that is shown while another person types in it */
const READING_MS = 50;

/** Compares lists by revision: comparing texts would cost more than sending them. */
const sameDocs = (a: StoredFields[], b: StoredFields[]): boolean =>
  a.length === b.length &&
  a.every(
    (doc, i) => doc.id === b[i]!.id && doc['rev'] === b[i]!['rev'] && sameValue(doc['abilities'], b[i]!['abilities']),
  );

function find({ replica, repair }: LiveSources, query: Extract<LiveQuery, { kind: 'find' }>): Observable<unknown> {
  const rows = replica.kind(query.collection);
  const wanted: KindQuery = {
    selector: query.selector ?? {},
    ...(query.sort ? { sort: query.sort } : {}),
    ...(query.limit === undefined ? {} : { limit: query.limit }),
    ...(query.skip === undefined ? {} : { skip: query.skip }),
  };
  const passing = (found: StoredFields[]): StoredFields[] =>
    found.filter((row) => repair.passes(query.collection, row));
  return withInitialRead<StoredFields[]>(
    rows,
    () => true,
    async () => passing(await rows.find(wanted)),
    () => rows.find$(wanted).pipe(throttleTime(LIST_MS, undefined, { leading: true, trailing: true }), map(passing)),
  ).pipe(
    distinctUntilChanged(sameDocs),
    map((found) => found.map((row) => pageDoc(row))),
  );
}

function one({ replica, repair }: LiveSources, name: KindName, id: string): Observable<unknown> {
  const rows = replica.kind(name);
  const shown = (row: (StoredFields & { _deleted?: boolean }) | null | undefined): unknown =>
    row && !row._deleted && repair.passes(name, row) ? pageDoc(row) : null;
  return withInitialRead<unknown>(
    rows,
    (changed) => changed === id,
    async () => shown((await rows.byIds([id]))[0]),
    () => rows.one$(id).pipe(map(shown)),
  );
}

function answer(sources: LiveSources, id: string): Observable<unknown> {
  return liveAnswer({
    turn$: one(sources, 'turns', id) as Observable<Turn | null>,
    answer$: withQueuedRatings(one(sources, 'answers', id) as Observable<Answer | null>, sources.device),
    isSent$: syncState(sources, 'turns', id).pipe(map((state) => state === 'onServer')),
    live: () => sources.topics.state({ collection: 'turns', id }),
  });
}

const research = (sources: LiveSources, id: string): Observable<unknown> =>
  liveResearch(id, {
    research$: one(sources, 'researches', id) as Observable<Research | null>,
    isSent$: syncState(sources, 'researches', id).pipe(map((state) => state === 'onServer')),
    device: sources.device,
    live: () => sources.topics.state({ collection: 'researches', id }),
  });

const agentWork = (sources: LiveSources, turnId: string): Observable<unknown> =>
  liveAgentWork(
    turnId,
    one(sources, 'agentWorks', agentWorkId(turnId)) as Observable<AgentWork | null>,
    sources.device,
  );

const meetingSources = (sources: LiveSources, id: string): MeetingSources => ({
  meeting$: one(sources, 'meetings', id) as Observable<Meeting | null>,
  transcript$: one(sources, 'transcripts', id) as Observable<Transcript | null>,
  note$: one(sources, 'noteContents', meetingNoteId(id)) as Observable<NoteContent | null>,
});

function quoted(
  { replica, documents }: LiveSources,
  { source, quote }: Extract<LiveQuery, { kind: 'quoted' }>,
): Observable<boolean | null> {
  const text = textSourceOf(source);
  if (!text || !replica.names.includes(text.collection)) return of(null);
  const { collection, id } = text;
  return quotedStands(text, quote, replica.kind(collection).changes(), async () => {
    const [row] = await documents.stored(collection, [id]);
    return row && !row._deleted && documents.passes(collection, row) ? row : null;
  });
}

const recordingRow = (recording: LocalRecording, upload: UploadState | undefined): RecordingRow => ({
  ...recording,
  syncState: upload?.state === 'attention' ? 'attention' : recording.transfer === 'onServer' ? 'onServer' : 'onDevice',
  sent: recording.transfer === 'onServer' ? recording.bytes : (upload?.sent ?? 0),
  lastError: upload?.lastError ?? null,
});

/** Backlinks are read from the search index, which is derived from the texts of this device alone. */
function backlinks({ replica, documents, search }: LiveSources, target: MentionTarget): Observable<Backlink[]> {
  const kinds = (['notes', 'meetings'] as const).filter((kind) => replica.names.includes(kind));
  const renamed = kinds.map((kind) => replica.kind(kind).changes());
  return merge(search.generation$, ...renamed).pipe(
    throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
    switchMap(async () => {
      const found = await search.mentioning(target);
      const rows = await Promise.all(
        kinds.map(async (collection) => {
          const isTarget = MENTIONED[target.kind] === collection;
          const ids = found.flatMap((each) =>
            each.collection === collection && !(isTarget && each.id === target.id) ? [each.id] : [],
          );
          return (await documents.stored(collection, ids))
            .filter((row) => !row._deleted && documents.passes(collection, row))
            .map((row) => ({ collection, row }));
        }),
      );
      return rows
        .flat()
        .sort((a, b) => Number(b.row['updatedAt']) - Number(a.row['updatedAt']))
        .slice(0, BACKLINKS_MAX)
        .map(({ collection, row }) => ({
          collection,
          id: row.id,
          title: String(row['title'] ?? ''),
          projectId: String(row['projectId'] ?? ''),
        }));
    }),
  );
}

function recordings(device: DeviceDatabase, meetingId: string | undefined): Observable<RecordingRow[]> {
  return deviceQuery(async () => {
    const all = await (meetingId === undefined
      ? device.recordings.rows.toArray()
      : device.recordings.rows.where('meetingId').equals(meetingId).toArray());
    const rows = all.filter(({ transfer }) => transfer !== 'deleted');
    return {
      rows: rows.sort((a, b) => b.startedAt - a.startedAt),
      uploads: await device.uploads.bulkGet(rows.map((row) => row.id)),
    };
  }).pipe(
    switchMap(async ({ rows, uploads }) =>
      (await device.recordings.openAll(rows)).map((row, i) => recordingRow(row, uploads[i])),
    ),
  );
}

/** Images that were inserted into a text on this device, with what is sent of them. */
const imagesOf = (device: DeviceDatabase, contentId: string): Observable<ImageRow[]> =>
  deviceQuery(async () => {
    const rows = await device.images
      .where('contentId')
      .equals(contentId)
      .filter(({ transfer }) => transfer !== 'seen')
      .toArray();
    const uploads = await device.uploads.bulkGet(rows.map(({ id }) => id));
    return rows.map(({ id, imageId = id, transfer, bytes }, i): ImageRow => ({
      id: imageId,
      state: transfer === 'onServer' ? 'onServer' : uploads[i]?.state === 'attention' ? 'attention' : 'onDevice',
      sent: bytes > 0 ? Math.min(1, (uploads[i]?.sent ?? 0) / bytes) : 0,
      error: uploads[i]?.lastError?.code ?? '',
    }));
  });

/**
 * Reads row, update log and text again in one order whenever one of them changes: combining three observables would
 * show states that never existed.
 */
function writable({ replica, device, documents, clock }: LiveSources, contentId: string): Observable<boolean | null> {
  const changed = (collection: KindName, id: string): Observable<unknown> => {
    if (!replica.names.includes(collection)) return EMPTY;
    return replica
      .kind(collection)
      .changes()
      .pipe(filter((ids) => ids.includes(id)));
  };
  const meetingId = meetingOf(contentId);
  return merge(
    changed('noteContents', contentId),
    changed(...topDocumentOf('noteContents', contentId)),
    deviceQuery(() => device.updates.rows.where('contentId').equals(contentId).limit(1).count()).pipe(
      distinctUntilChanged(),
    ),
    // emits at the start, when a tab has ended, and as a pull progresses
    deviceQuery(async () => (meetingId === null ? undefined : device.meta.rows.get(checkpointKey('noteContents')))),
  ).pipe(switchMap(() => mayWrite({ documents, device, clock }, contentId)));
}

function outbox({ device, pending, replica, holdOf, orphans$ }: LiveSources): Observable<OutboxRow[]> {
  const rows = deviceQuery(async () => ({
    calls: await device.outbox.rows.orderBy('createdAt').toArray(),
    typed: (await device.updates.rows.orderBy('contentId').uniqueKeys()) as string[],
    recordings: (await device.recordings.rows.where('transfer').anyOf('local', 'queued', 'uploading').toArray()).filter(
      (r) => r.transfer !== 'local' || isLocalOnly(r),
    ),
    images: await device.images.where('transfer').anyOf('queued', 'uploading').sortBy('addedAt'),
    files: await unsentFiles(device),
    undecided: await undecidedFiles(device),
    uploads: await device.uploads.toArray(),
    stuck: await stuckRows(device).toArray(),
  })).pipe(
    switchMap(async ({ calls, recordings, files, undecided, stuck, ...clear }) => ({
      ...clear,
      stuck: await openStuck(device, stuck),
      calls: await device.outbox.openAll(calls),
      recordings: await device.recordings.openAll(recordings),
      files: (await device.files.openAll(files)).sort((a, b) => a.addedAt - b.addedAt),
      undecided: await device.files.openAll(undecided),
    })),
  );
  const changes = pending.changed$.pipe(
    startWith(undefined),
    throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
  );
  return combineLatest([rows, orphans$, changes]).pipe(
    switchMap(([local, recovered]) => from(outboxRows(replica, pending, { ...local, recovered }, holdOf))),
  );
}

/** Rows of a sealed table, decrypted after the query: a Dexie live query must not await anything but Dexie. */
const opened = <Row extends object, Content extends keyof Row & string, Key>(
  table: SealedTable<Row, Content, Key>,
  read: (rows: SealedTable<Row, Content, Key>['rows']) => Promise<AtRest<Row, Content>[]>,
): Observable<Row[]> => deviceQuery(() => read(table.rows)).pipe(switchMap((rows) => table.openAll(rows)));

/** Queries that the open workspace answers; the others are answered by host-query.ts. */
export function liveQuery(
  sources: LiveSources,
  query: Exclude<LiveQuery, { kind: 'account' | 'lock' | 'storage' | 'leftLocked' }>,
): Observable<unknown> {
  const { replica, device } = sources;
  const distinct = (values: Observable<unknown>): Observable<unknown> => values.pipe(distinctUntilChanged(sameValue));
  switch (query.kind) {
    case 'find':
      return find(sources, query);
    case 'count':
      return distinct(replica.kind(query.collection).count$(query.selector));
    case 'one':
      return distinct(one(sources, query.collection, query.id));
    case 'writable':
      return distinct(writable(sources, query.contentId));
    case 'textChanges':
      return sources.texts
        .changes(query.contentId)
        .pipe(throttleTime(READING_MS, undefined, { leading: true, trailing: true }));
    case 'progress':
      return distinct(sources.topics.progress(query));
    case 'answer':
      return distinct(answer(sources, query.turnId));
    case 'agentWork':
      return distinct(agentWork(sources, query.turnId));
    case 'research':
      return distinct(research(sources, query.id));
    case 'engagement':
      return distinct(meetingEngagement(meetingSources(sources, query.meetingId)));
    case 'meetingExtract':
      return distinct(meetingExtract(meetingSources(sources, query.meetingId), query.headings));
    case 'syncState':
      return distinct(syncState(sources, query.collection, query.id));
    case 'stuck':
      return distinct(stuck(sources, query.collection, query.id));
    case 'quoted':
      return distinct(quoted(sources, query));
    case 'backlinks':
      return distinct(backlinks(sources, query.target));
    case 'status':
      return distinct(sources.status$);
    case 'outbox':
      return distinct(outbox(sources));
    case 'recordings':
      return distinct(recordings(device, query.meetingId));
    case 'captions':
      return distinct(
        opened(device.meta, () => captionRows(device, query.meetingId)).pipe(map((rows) => rows.map(captionsOf))),
      );
    case 'images':
      return distinct(imagesOf(device, query.contentId));
    case 'files':
      return distinct(localFiles(sources, query));
    case 'undecidedFiles':
      return distinct(undecidedRows(device, query.projectId));
    case 'items':
      return distinct(itemsWindow(sources, query));
    case 'itemTotals':
      return distinct(itemTotals(sources, query.projectId));
    case 'keptProjects':
      return distinct(keptProjectIds(device));
    case 'recovered':
      return distinct(
        opened(device.meta, () => recoveredRows(device)).pipe(
          map((rows) => rows.map(({ value }) => value as RecoveredRecording).sort((a, b) => b.at - a.at)),
        ),
      );
    case 'conflictVersions':
      return distinct(
        opened(device.conflictVersions, (rows) =>
          rows
            .orderBy('at')
            .reverse()
            .filter((side) => !side.resolved)
            .toArray(),
        ),
      );
    case 'rejectedChanges':
      return distinct(opened(device.rejectedChanges, (rows) => rows.orderBy('at').reverse().toArray()));
    case 'left':
      return distinct(
        opened(device.meta, (rows) => rows.where('key').equals(LEFT_KEY).toArray()).pipe(
          map(([row]) => row?.value ?? []),
        ),
      );
    case 'loss':
      return distinct(
        opened(device.meta, (rows) => rows.where('key').equals(LOSS_KEY).toArray()).pipe(
          map(([row]) => row?.value ?? null),
        ),
      );
  }
}
