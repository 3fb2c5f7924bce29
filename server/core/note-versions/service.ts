/** Calls of versions. A person who may read a text may read its versions; one who may edit it may name them. */
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { sql, type Selectable } from 'kysely';
import { markdownOfState } from '../../../sync/merge/note-text';
import { LIMITS } from '../../../sync/model/limits';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { mergeState } from '../../sync/yjs-state';
import { ableOr, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { refuseBeyondStorage } from '../uploads/resumable';
import type { Version, versionCalls } from './contract';
import { deleteSurplus, packed } from './record';
import type { NoteVersionTable } from './tables';

const gunzip = promisify(gunzipWithCallback);
/** milliseconds before now that a device may give as the time of a version: it was offline meanwhile */
const SAVED_BEFORE_MS = 30 * 24 * 60 * 60_000;

type Row = Pick<Selectable<NoteVersionTable>, 'id' | 'at' | 'author_ids' | 'name'>;
const versionOf = ({ id, at, author_ids, name }: Row): Version => ({ id, at, authorIds: author_ids, name });

const COLUMNS = ['id', 'at', 'author_ids', 'name'] as const;

/** The storage that versions use in a company, as stored. */
export async function versionBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('note_version')
    .select(sql<string>`coalesce(sum(octet_length(state)), 0)`.as('bytes'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export function createVersions(core: Pick<CoreServices, 'platform' | 'sync' | 'storedBytes'>) {
  const { sync } = core;
  const { db, clock } = core.platform;
  const rowsOf = (companyId: string, contentId: string) =>
    db
      .selectFrom('note_version')
      .where('company_id', '=', companyId)
      .where('content_id', '=', contentId)
      .where('state', 'is not', null);

  const find = async ({ companyId }: Actor, contentId: string, id: string): Promise<Version> => {
    const row = await rowsOf(companyId, contentId).select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new CallError('NOTE_VERSION_NOT_FOUND');
    return versionOf(row);
  };

  /** Runs work in the company's writing transaction, so that two people cannot exceed the limit of names together. */
  const writing = <T>(actor: Actor, contentId: string, work: () => Promise<T>): Promise<T> =>
    sync.write(actor.companyId, async (tx) => {
      await ableOr(tx, actor, 'noteContents', contentId, 'update', {
        missing: 'NOTE_NOT_FOUND',
        denied: 'NOTE_EDIT_DENIED',
      });
      return work();
    });

  /** @param size stored bytes of the version to be named */
  const refuseTooManyNames = async ({ companyId }: Actor, contentId: string, size: number): Promise<void> => {
    const { named, bytes } = await rowsOf(companyId, contentId)
      .select(({ fn }) => [
        fn.countAll<number>().as('named'),
        sql<string>`coalesce(sum(octet_length(state)), 0)`.as('bytes'),
      ])
      .where('name', '<>', '')
      .executeTakeFirstOrThrow();
    if (Number(named) >= LIMITS.namedVersions || Number(bytes) + size > LIMITS.namedVersionBytes)
      throw new CallError('NOTE_VERSION_NAMES_FULL', { params: { max: Number(named) } });
  };

  const setName = async ({ companyId }: Actor, contentId: string, id: string, name: string): Promise<void> => {
    await db
      .updateTable('note_version')
      .set({ name })
      .where('company_id', '=', companyId)
      .where('content_id', '=', contentId)
      .where('id', '=', id)
      .execute();
  };

  return {
    async page(
      actor: Actor,
      { contentId, currentPage, pageSize }: ParsedInput<typeof versionCalls.page>,
    ): Promise<CallOutput<typeof versionCalls.page>> {
      const content = await visibleOr(sync, actor, 'noteContents', contentId, 'NOTE_NOT_FOUND');
      const rows = await rowsOf(actor.companyId, contentId)
        .select(COLUMNS)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((currentPage - 1) * pageSize)
        .execute();
      const { total } = await rowsOf(actor.companyId, contentId)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const present = await db
        .selectFrom('note_version')
        .select(['at', 'author_ids'])
        .where('company_id', '=', actor.companyId)
        .where('content_id', '=', contentId)
        .where('state', 'is', null)
        .executeTakeFirst();
      return {
        list: rows.map(versionOf),
        total: Number(total),
        currentPage,
        pageSize,
        present: present
          ? { at: present.at, authorIds: present.author_ids }
          : // unchanged since before versions were stored
            { at: content.updatedAt, authorIds: [content.creatorId] },
      };
    },

    async get(
      actor: Actor,
      { contentId, id, format }: ParsedInput<typeof versionCalls.get>,
    ): Promise<CallOutput<typeof versionCalls.get>> {
      await visibleOr(sync, actor, 'noteContents', contentId, 'NOTE_NOT_FOUND');
      const row = await rowsOf(actor.companyId, contentId)
        .select([...COLUMNS, 'state'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw new CallError('NOTE_VERSION_NOT_FOUND');
      const state = await gunzip(row.state!);
      return {
        ...versionOf(row),
        content: format === 'state' ? state.toString('base64') : markdownOfState(new Uint8Array(state)),
      };
    },

    save: (actor: Actor, { contentId, id, name, state, at }: ParsedInput<typeof versionCalls.save>): Promise<Version> =>
      writing(actor, contentId, async () => {
        const known = await rowsOf(actor.companyId, contentId).select('id').where('id', '=', id).executeTakeFirst();
        if (!known) {
          // validated by decoding and encoding it again, as any client may send it
          const stored = await packed(mergeState('', state, 0));
          await refuseTooManyNames(actor, contentId, stored.length);
          await refuseBeyondStorage(core, actor.companyId, stored.length);
          const now = clock.now();
          await db
            .insertInto('note_version')
            .values({
              company_id: actor.companyId,
              content_id: contentId,
              id,
              state: stored,
              author_ids: [actor.userId],
              begun_at: now,
              at: Math.max(Math.min(at || now, now), now - SAVED_BEFORE_MS),
              name,
              is_saved: true,
            })
            .execute();
        }
        return find(actor, contentId, id);
      }),

    name: (actor: Actor, { contentId, id, name }: ParsedInput<typeof versionCalls.name>): Promise<Version> =>
      writing(actor, contentId, async () => {
        const version = await find(actor, contentId, id);
        if (version.name === '') {
          const { size } = await rowsOf(actor.companyId, contentId)
            .select(sql<number>`octet_length(state)`.as('size'))
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          await refuseTooManyNames(actor, contentId, size);
        }
        await setName(actor, contentId, id, name);
        return { ...version, name };
      }),

    removeName: (actor: Actor, { contentId, id }: ParsedInput<typeof versionCalls.removeName>): Promise<Version> =>
      writing(actor, contentId, async () => {
        const version = await find(actor, contentId, id);
        // kept without its name, it would take part in the thinning and displace regular versions
        const { numDeletedRows } = await db
          .deleteFrom('note_version')
          .where('company_id', '=', actor.companyId)
          .where('content_id', '=', contentId)
          .where('id', '=', id)
          .where('is_saved', '=', true)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n) return { ...version, name: '' };
        await setName(actor, contentId, id, '');
        await deleteSurplus({ db }, actor.companyId, contentId);
        return { ...version, name: '' };
      }),
  };
}
