/** The live queries of a workspace: each an observable of plain values, without repetitions. */
import { agentWorkId, meetingNoteId } from '../../../model/ids';
import { distinctUntilChanged, map, switchMap, throttleTime, type Observable } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import type { AgentWork } from '../../../model/kinds/agent-works';
import type { Answer } from '../../../model/kinds/answers';
import type { Meeting } from '../../../model/kinds/meetings';
import type { NoteContent } from '../../../model/kinds/note-contents';
import type { Research } from '../../../model/kinds/researches';
import type { Transcript } from '../../../model/kinds/transcripts';
import type { Turn } from '../../../model/kinds/turns';
import { sameValue } from '../../../merge/values';
import type { LiveQuery } from '../live-queries';
import { liveAgentWork } from './agent-work';
import { liveAnswer } from './answer';
import { liveResearch } from './research';
import { withQueuedRatings } from './source-ratings';
import { keptProjectIds, localFiles, questionFiles, undecidedRows } from './files';
import { itemsWindow, itemTotals } from './items';
import { meetingEngagement, meetingExtract, type MeetingSources } from './meeting';
import { quoted } from './quoted';
import { stuck, syncState } from './sync-state';
import { LOSS_KEY } from '../../storage/integrity/loss';
import { rejectedKind } from '../../outbox/commands/rejected-kinds';
import { LEFT_KEY } from '../../outbox/left-notices';
import { pageDoc, sentVersion, type StoredFields } from '../../storage/stored';
import type { AtRest, SealedTable } from '../../storage/sealing/sealed-table';
import { captionRows, captionsOf } from '../../recording/kept-captions';
import { recoveredRows, type RecoveredRecording } from '../../recording/recover-recording';
import { deviceQuery } from '../../storage/device-query';
import { withInitialRead } from '../../storage/initial-read';
import type { KindQuery } from '../../storage/kind-rows';
import { backlinks } from './backlinks';
import { LIST_MS, type LiveSources } from './live-sources';
import { imagesOf, recordings } from './media';
import { outbox } from './outbox';
import { writable } from './writable';

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
    case 'sentVersion':
      return distinct(
        replica
          .kind(query.collection)
          .one$(query.id)
          .pipe(map((row) => row && sentVersion(row))),
      );
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
    case 'questionFiles':
      return distinct(questionFiles(device, query.fileIds));
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
      return distinct(
        opened(device.rejectedChanges, (rows) => rows.orderBy('at').reverse().toArray()).pipe(
          map((rows) => rows.map((row) => ({ ...row, canBeCopied: rejectedKind(row.collection).copy !== undefined }))),
        ),
      );
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
