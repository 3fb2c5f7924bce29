/**
 * Stored versions of texts: the server's last list, and the texts of the newest versions, so that a text can be
 * restored offline. The page asks the server (app/features/note-versions); names given here are queued calls.
 */
import { newId } from '../../../model/ids';
import type { KnownVersions, VersionRow } from '../../storage/device-rows';
import { allowed, type CommandContext, type Handlers } from './context';

/** number of texts whose versions are stored, the latest first */
const TEXTS_MAX = 20;
/** most characters of the stored states of one text */
const STATES_MAX = 8 * 1024 * 1024;

const NONE: Omit<KnownVersions, 'contentId'> = { at: 0, versions: [], total: 0, present: null, states: {} };

const runExclusive = <T>({ locks }: CommandContext, contentId: string, work: () => Promise<T>): Promise<T> =>
  locks.request(`satchel-versions:${contentId}`, work) as Promise<T>;

/** The stored versions of a text; deletes them if the text was deleted or is no longer readable. */
async function knownOf({ device, documents }: CommandContext, contentId: string): Promise<KnownVersions | null> {
  if (await documents.get('noteContents', contentId)) return (await device.versions.get(contentId)) ?? null;
  await device.versions.delete(contentId);
  return null;
}

async function change(
  context: CommandContext,
  contentId: string,
  to: (known: KnownVersions) => Partial<KnownVersions>,
): Promise<void> {
  const known = (await knownOf(context, contentId)) ?? { contentId, ...NONE };
  await context.device.versions.put({ ...known, ...to(known) });
}

/** Rows whose queued call is not answered yet, so that the server's list does not contain their names. */
async function unanswered({ device }: CommandContext, known: KnownVersions | null): Promise<VersionRow[]> {
  const rows = known?.versions.filter(({ callId }) => callId !== undefined) ?? [];
  const calls = await device.outbox.rows.bulkGet(rows.map(({ callId }) => callId!));
  return rows.filter((_, i) => calls[i] !== undefined);
}

/** The states that fit, those of the first versions first. */
function fitting(versions: readonly VersionRow[], states: Record<string, string>): Record<string, string> {
  const kept: Record<string, string> = {};
  let size = 0;
  for (const { id } of versions) {
    const state = states[id];
    if (state === undefined) continue;
    size += state.length;
    if (size > STATES_MAX) break;
    kept[id] = state;
  }
  return kept;
}

const queue = (
  { outbox }: CommandContext,
  contentId: string,
  path: string,
  input: { contentId: string; id: string } & Record<string, unknown>,
): Promise<string> =>
  outbox.add({
    service: 'core',
    method: 'POST',
    path,
    input,
    label: { key: 'versionName', params: {} },
    // the text must reach the server first
    after: [`noteContents/${contentId}`],
  });

export const versionCommands: Handlers<'version'> = {
  async 'version.last'(context, { contentId }) {
    const known = await knownOf(context, contentId);
    if (!known) return null;
    const { states, versions, ...rest } = known;
    return {
      ...rest,
      versions: versions.map((version) => ({ ...version, hasText: Object.hasOwn(states, version.id) })),
    };
  },

  async 'version.text'(context, { contentId, id }) {
    const states = (await knownOf(context, contentId))?.states ?? {};
    return Object.hasOwn(states, id) ? { state: states[id]! } : null;
  },

  async 'version.store'(context, { contentId, versions, states, ...rest }) {
    if (!(await context.documents.get('noteContents', contentId))) return null;
    await runExclusive(context, contentId, async () => {
      const known = await knownOf(context, contentId);
      const mine = await unanswered(context, known);
      const listed = versions.map((version) => mine.find(({ id }) => id === version.id) ?? version);
      const all = [...mine.filter(({ id }) => !listed.some((version) => version.id === id)), ...listed].sort(
        (a, b) => b.at - a.at,
      );
      await context.device.versions.put({
        contentId,
        ...rest,
        versions: all,
        states: fitting(all, { ...known?.states, ...states }),
      });
    });
    const { rows } = context.device.versions;
    const newest = await rows.orderBy('at').reverse().primaryKeys();
    await rows.bulkDelete(newest.splice(TEXTS_MAX));
    for (const other of newest) await knownOf(context, other);
    return null;
  },

  async 'version.name'(context, { contentId, id, name }) {
    await allowed(context, 'noteContents', contentId, 'update', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');
    const callId = name
      ? await queue(context, contentId, '/note/version/name', { contentId, id, name })
      : await queue(context, contentId, '/note/version/name/remove', { contentId, id });
    await runExclusive(context, contentId, () =>
      change(context, contentId, ({ versions }) => ({
        versions: versions.map((version) => (version.id === id ? { ...version, name, callId } : version)),
      })),
    );
    return null;
  },

  async 'version.save'(context, { contentId, name, state }) {
    await allowed(context, 'noteContents', contentId, 'update', 'NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED');
    const at = context.clock.now();
    const id = newId(at);
    const callId = await queue(context, contentId, '/note/version/save', { contentId, id, name, state, at });
    await runExclusive(context, contentId, () =>
      change(context, contentId, ({ versions, states }) => ({
        versions: [{ id, at, authorIds: [context.account.userId], name, callId }, ...versions],
        states: { ...states, [id]: state },
      })),
    );
    return { id };
  },
};
