/**
 * Lists of a project's files and links. They are ordered, filtered and counted here: the page gets the rows that it
 * shows, however many the project has.
 *
 *   rows of the project, read once for all queries of it ─┬─► window: kind, category, order, limit
 *   files on this device ─────────────────────────────────┴─► totals
 */
import { combineLatest, map, shareReplay, throttleTime, type Observable } from 'rxjs';
import { categoryOf } from '../../../model/file-types';
import { bytesOf, inOrder } from '../../../model/item-order';
import type { ProjectItem } from '../../../model/kinds/project-items';
import type { DeviceDatabase } from '../../storage/device-database';
import type { Documents } from '../../storage/documents';
import { withInitialRead } from '../../storage/initial-read';
import type { Repair } from '../../storage/integrity/repair';
import type { Replica } from '../../storage/replica-database';
import { pageDoc, type StoredFields } from '../../storage/stored';
import type { ItemsWindow, ItemTotals, LiveQuery, LocalFileRow } from '../live-queries';
import { localFiles } from './files';

export interface ItemSources {
  replica: Replica;
  device: DeviceDatabase;
  documents: Documents;
  repair: Pick<Repair, 'passes'>;
}

type Item = StoredFields & ProjectItem;
type ItemsQuery = Extract<LiveQuery, { kind: 'items' }>;

/** milliseconds between two values while rows change */
const LIST_MS = 100;

const isFile = ({ itemType }: Item): boolean => itemType === 'file';
const isLink = ({ itemType }: Item): boolean => itemType === 'website' || itemType === 'singleUrl';

const shared = new WeakMap<Replica, Map<string, Observable<Item[]>>>();

/** All items of a project except pages of websites. */
function itemsOf({ replica, repair }: ItemSources, projectId: string): Observable<Item[]> {
  const ofReplica = shared.get(replica) ?? new Map<string, Observable<Item[]>>();
  shared.set(replica, ofReplica);
  const known = ofReplica.get(projectId);
  if (known) return known;
  const rows = replica.kind('projectItems');
  // selected by plain fields, so that pages of websites are not decrypted
  const query = { selector: { projectId, parentId: '' } };
  const items = withInitialRead<StoredFields[]>(
    rows,
    () => true,
    () => rows.find(query),
    () => rows.find$(query).pipe(throttleTime(LIST_MS, undefined, { leading: true, trailing: true })),
  ).pipe(
    map((found) => found.filter((row) => repair.passes('projectItems', row)) as Item[]),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  ofReplica.set(projectId, items);
  return items;
}

const withLocal = (sources: ItemSources, projectId: string): Observable<[Item[], Map<string, LocalFileRow>]> =>
  combineLatest([itemsOf(sources, projectId), localFiles(sources, { projectId })]).pipe(
    map(([items, local]) => [items, new Map(local.map((row) => [row.id, row]))]),
  );

export const itemsWindow = (
  sources: ItemSources,
  { projectId, of, category, order, language, limit }: ItemsQuery,
): Observable<ItemsWindow> =>
  withLocal(sources, projectId).pipe(
    map(([items, local]) => {
      const all = items.filter(of === 'files' ? isFile : isLink);
      const found = category === undefined ? all : all.filter((item) => categoryOf(item) === category);
      const rows = inOrder(found, order, language, (item) => bytesOf(item, local.get(item.id))).slice(
        0,
        limit ?? undefined,
      );
      return {
        rows: rows.map((row) => pageDoc<'projectItems'>(row)),
        local: rows.flatMap(({ id }) => local.get(id) ?? []),
        found: found.length,
        total: all.length,
      };
    }),
  );

export const itemTotals = (sources: ItemSources, projectId: string): Observable<ItemTotals> =>
  withLocal(sources, projectId).pipe(
    map(([items, local]) => {
      const files = items.filter(isFile);
      return {
        files: files.length,
        links: items.filter(isLink).length,
        bytes: files.reduce((sum, file) => sum + bytesOf(file, local.get(file.id)), 0),
      };
    }),
  );
