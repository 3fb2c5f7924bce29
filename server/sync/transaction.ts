/**
 * One writing transaction: a unit of work over the documents it touches.
 *
 *   get/put/remove ──► rows in memory, dirty ones marked ──► flush(): one upsert of documents, one of space tombstones
 *
 * `savepoint` and `rollBackTo` undo in memory what a savepoint undoes in the database.
 */
import type { Role } from '../../sync/model/kind';
import { spaceOf } from '../../sync/model/ids';
import { isChild, parentOf, type KindName, type Doc } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { deletedWith, hasContent, restoreWithCascade } from './cascade-restore';
import { accessOf, hasSpace, membersOf, readersOf, setMembership, setSpaceAccess, type AccessMap } from './access';
import {
  checkedData,
  eraseDocs,
  findDeletedWithin,
  findDocs,
  readDocs,
  storedDoc,
  writeDocs,
  writeSpaceTombstones,
  type DocRow,
  type SpaceTombstone,
} from './documents';
import type { Member, StoredDoc, SyncTransaction } from './store';

/** The changes of a transaction, for announcement. */
export interface Announcement {
  companyId: string;
  seq: number;
  /** collections by space */
  spaces: Map<string, Set<KindName>>;
  users: Set<string>;
  /** the access of everybody in the company may have changed */
  everyone: boolean;
}

interface State {
  docs: Map<string, DocRow | null>;
  dirty: Set<string>;
  spaceTombstones: SpaceTombstone[];
  announcement: Announcement;
}

type Fields<N extends KindName> = Parameters<SyncTransaction['put']>[2] & Partial<Doc<N>>;
type By = { space: string } | { ids: string[] } | { where: Partial<Record<string, string>>; updatedSince?: number };

const keyOf = (collection: KindName, id: string): string => `${collection}/${id}`;

export class Transaction implements SyncTransaction {
  private state: State;
  private access = new Map<string, AccessMap>();
  /** spaces that are known to exist */
  private readonly spaces = new Set<string>();
  /** true after the end: later writes throw */
  ended = false;

  readonly seq: number;
  /** of the database (epoch.ts) */
  readonly epoch: string;

  /** `now`: milliseconds since the epoch */
  constructor(
    private readonly database: Pick<Platform, 'db' | 'query'>,
    readonly companyId: string,
    { seq, epoch }: { seq: number; epoch: string },
    readonly now: () => number,
  ) {
    this.seq = seq;
    this.epoch = epoch;
    this.state = {
      docs: new Map(),
      dirty: new Set(),
      spaceTombstones: [],
      announcement: { companyId, seq, spaces: new Map(), users: new Set(), everyone: false },
    };
  }

  get announcement(): Announcement {
    return this.state.announcement;
  }

  /** Reads documents ahead, in one statement. */
  async load(collection: KindName, ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !this.state.docs.has(keyOf(collection, id)));
    const rows = new Map((await readDocs(this.database, this.companyId, collection, missing)).map((r) => [r.id, r]));
    for (const id of missing) this.state.docs.set(keyOf(collection, id), rows.get(id) ?? null);
  }

  /** The current document, also a deleted one. */
  async row(collection: KindName, id: string): Promise<DocRow | null> {
    if (!this.state.docs.has(keyOf(collection, id))) await this.load(collection, [id]);
    return this.state.docs.get(keyOf(collection, id)) ?? null;
  }

  async get<N extends KindName>(collection: N, id: string): Promise<StoredDoc<N> | null> {
    const row = await this.row(collection, id);
    return row && !row.deleted ? storedDoc<N>(row) : null;
  }

  async list<N extends KindName>(collection: N, by: By): Promise<StoredDoc<N>[]> {
    if ('ids' in by) {
      await this.load(collection, by.ids);
      const rows = await Promise.all(by.ids.map((id) => this.row(collection, id)));
      return rows.flatMap((r) => (r && !r.deleted ? [storedDoc<N>(r)] : []));
    }
    await this.flush();
    const rows = await findDocs(this.database.db, this.companyId, collection, by);
    for (const row of rows) this.state.docs.set(keyOf(collection, row.id), row);
    return rows.map((r) => storedDoc<N>(r));
  }

  async put<N extends KindName>(collection: N, id: string, fields: Fields<N>, at = this.now()): Promise<StoredDoc<N>> {
    this.mustBeOpen();
    const found = await this.row(collection, id);
    const current = found && !found.deleted ? found : null;
    const {
      space = current?.space,
      id: _id,
      rev: _rev,
      abilities: _abilities,
      ...given
    } = fields as Record<string, unknown> & { space?: string };
    if (!space) throw new TypeError(`a new document of ${collection} needs a space`);
    if (space !== current?.space && !(await this.spaceExists(space)))
      throw new CallError('SPACE_NOT_FOUND', { message: `no space for ${collection}` });
    const rev = nextRev(found?.rev);
    const data = checkedData(collection, { id, space, rev, data: { ...current?.data, ...given, updatedAt: at } });
    return storedDoc<N>(this.stage(collection, id, { space, rev, deleted: false, data }));
  }

  async deliver(notices: readonly { id: string; userId: string }[], at: number): Promise<void> {
    if (notices.length === 0) return;
    await this.database.query({
      name: 'notice_deliver',
      text: `insert into notice_delivery (company_id, user_id, notice_id, created_at)
        select $1, n.user_id, n.id, $4 from unnest($2::text[], $3::text[]) as n (user_id, id) on conflict do nothing`,
      values: [this.companyId, notices.map(({ userId }) => userId), notices.map(({ id }) => id), at],
    });
  }

  async remove(collection: KindName, id: string): Promise<void> {
    this.mustBeOpen();
    const row = await this.row(collection, id);
    if (row && !row.deleted)
      this.stage(collection, id, { space: row.space, rev: nextRev(row.rev), deleted: true, data: row.data });
  }

  async intoTrash(collection: KindName, id: string, userId: string, detached: readonly string[] = []): Promise<void> {
    this.mustBeOpen();
    await this.database.query({
      name: 'trash_put',
      text: `insert into trash (company_id, collection, id, seq, deleted_at, deleted_by, detached)
        values ($1, $2, $3, $4, $5, $6, $7::text[])
        on conflict (company_id, collection, id) do update set seq = excluded.seq, deleted_at = excluded.deleted_at,
          deleted_by = excluded.deleted_by, detached = excluded.detached`,
      values: [this.companyId, collection, id, this.seq, this.now(), userId, detached],
    });
  }

  async detachedFrom(collection: KindName, id: string): Promise<string[]> {
    const found = await this.database.query<{ detached: string[] }>({
      name: 'trash_detached',
      text: 'select detached from trash where company_id = $1 and collection = $2 and id = $3',
      values: [this.companyId, collection, id],
    });
    return found.rows[0]?.detached ?? [];
  }

  async restore<N extends KindName>(collection: N, id: string): Promise<StoredDoc<N> | null> {
    this.mustBeOpen();
    const row = await this.row(collection, id);
    return row && row.deleted && hasContent(row) ? storedDoc<N>(await restoreWithCascade(this, row)) : null;
  }

  async erase(collection: KindName, id: string, by?: string): Promise<string[]> {
    this.mustBeOpen();
    const head = await this.row(collection, id);
    if (!head?.deleted) return [];
    const within = await deletedWith(this, head);
    // a document within another one is erased or kept with it, regardless of its author, as are child documents; parents first
    const creators = new Map<string, unknown>();
    for (const { collection: kind, id: docId, data } of within) {
      const parent = parentOf(kind, { ...data, id: docId });
      const ownCreator = isChild(kind) ? by : (data['creatorId'] ?? by);
      creators.set(keyOf(kind, docId), (parent && creators.get(keyOf(...parent))) ?? ownCreator);
    }
    const isKept = (row: DocRow): boolean => by !== undefined && creators.get(keyOf(row.collection, row.id)) !== by;
    const rows = [head, ...within.filter((row) => !isKept(row))];
    await this.flush();
    await eraseDocs(this.database, this.companyId, rows);
    for (const row of rows) this.state.docs.delete(keyOf(row.collection, row.id));
    return rows.map((row) => row.id);
  }

  /** Stages a document's next state; the caller has read the current one and evaluated the write. */
  stage(
    collection: KindName,
    id: string,
    next: { space: string; rev: string; deleted: boolean; data: Readonly<Record<string, unknown>> },
  ): DocRow {
    const current = this.state.docs.get(keyOf(collection, id)) ?? null;
    const moved = current !== null && current.space !== next.space;
    // An undeleted document keeps its first entry: a device may still hold it from before the deletion.
    const createdSeq = current && !moved ? current.createdSeq : this.seq;
    const row: DocRow = {
      collection,
      id,
      ...next,
      seq: this.seq,
      createdSeq,
      deletedAt: next.deleted ? this.now() : null,
    };
    if (moved) {
      this.state.spaceTombstones.push({ collection, id, space: current.space, createdSeq: current.createdSeq });
      this.touch(current.space, collection);
    }
    this.touch(next.space, collection);
    this.state.docs.set(keyOf(collection, id), row);
    this.state.dirty.add(keyOf(collection, id));
    return row;
  }

  /** Documents that were deleted at one tick and were within one of `parents`. */
  async deletedWithin(seq: number, parents: readonly DocRow[]): Promise<DocRow[]> {
    await this.flush();
    const rows = await findDeletedWithin(this.database.db, this.companyId, seq, parents);
    for (const row of rows) this.state.docs.set(keyOf(row.collection, row.id), row);
    return rows;
  }

  async createSpace(space: string, access: { members?: Member[]; everyone?: Role | null }): Promise<void> {
    await this.setAccess(space, { members: access.members ?? [], everyone: access.everyone ?? null });
  }

  async setAccess(space: string, access: { members: Member[]; everyone?: Role | null }): Promise<void> {
    this.mustBeOpen();
    const change = await setSpaceAccess(
      this.database.db,
      this.companyId,
      this.seq,
      space,
      access.members,
      access.everyone ?? null,
    );
    this.accessChanged(change.users, change.everyone);
  }

  /** See setCompanyMember of sync.ts. */
  async setMember(userId: string, active: boolean): Promise<void> {
    this.mustBeOpen();
    if (await setMembership(this.database.db, this.companyId, this.seq, userId, active))
      this.accessChanged([userId], false);
    if (!active) return;
    const own = spaceOf('person', userId);
    if (!(await this.spaceExists(own))) await this.createSpace(own, { members: [{ userId, role: 'owner' }] });
    const company = spaceOf('company', this.companyId);
    if (!(await this.spaceExists(company))) await this.createSpace(company, { everyone: 'contributor' });
  }

  /** The spaces that a person sees or has seen, including changes of this transaction. */
  async accessOf(userId: string): Promise<AccessMap> {
    const known = this.access.get(userId) ?? (await accessOf(this.database, this.companyId, userId));
    this.access.set(userId, known);
    return known;
  }

  async roleIn(space: string, userId: string): Promise<Role | null> {
    return (await this.accessOf(userId)).get(space) ?? null;
  }

  members(space: string): Promise<Member[]> {
    return membersOf(this.database.db, this.companyId, space);
  }

  /** Also remembers which spaces exist, so that documents put into them need no statement each. */
  async readersOf(pairs: readonly { userId: string; space: string }[]): Promise<Set<string>> {
    const readers = await readersOf(this.database, this.companyId, pairs);
    for (const { userId, space } of pairs) if (readers.has(userId)) this.spaces.add(space);
    return readers;
  }

  async spaceExists(space: string): Promise<boolean> {
    if (!this.spaces.has(space) && (await hasSpace(this.database.db, this.companyId, space))) this.spaces.add(space);
    return this.spaces.has(space);
  }

  /** Writes the dirty documents. */
  async flush(): Promise<void> {
    const { docs, dirty, spaceTombstones } = this.state;
    const rows = [...dirty].flatMap((key) => docs.get(key) ?? []);
    this.state.dirty = new Set();
    this.state.spaceTombstones = [];
    await writeDocs(this.database, this.companyId, rows);
    await writeSpaceTombstones(this.database.db, this.companyId, this.seq, this.now(), spaceTombstones);
  }

  savepoint(): State {
    const { docs, dirty, spaceTombstones, announcement: a } = this.state;
    const spaces = new Map([...a.spaces].map(([space, names]) => [space, new Set(names)]));
    return {
      docs: new Map(docs),
      dirty: new Set(dirty),
      spaceTombstones: [...spaceTombstones],
      announcement: { ...a, spaces, users: new Set(a.users) },
    };
  }

  /** Restores the state of a savepoint, which must not be used again, after the database rolled back. */
  rollBackTo(savepoint: State): void {
    this.state = savepoint;
    this.access.clear();
    this.spaces.clear();
  }

  private accessChanged(users: string[], everyone: boolean): void {
    for (const user of users) this.state.announcement.users.add(user);
    if (everyone) this.state.announcement.everyone = true;
    this.access.clear();
  }

  private touch(space: string, collection: KindName): void {
    const names = this.state.announcement.spaces.get(space);
    if (names) names.add(collection);
    else this.state.announcement.spaces.set(space, new Set([collection]));
  }

  private mustBeOpen(): void {
    if (this.ended) throw new Error('this transaction has ended');
  }
}
