/** Versions of texts: when they are stored, who reads and names them, and when they end. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { versionFeature } from '../../server/core/note-versions/feature';
import { versionCalls } from '../../server/core/note-versions/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { given } from '../../server/shared/feature';
import { purge } from '../../server/sync/purge';
import { replaceWithMarkdown, stateFromMarkdown } from '../../sync/merge/note-text';
import { fromBase64, toBase64 } from '../../sync/merge/yjs';
import { LIMITS } from '../../sync/model/limits';
import { meetingNoteId, newId } from '../../sync/model/ids';
import { nextRev } from '../../sync/model/rev';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const MINUTE = 60_000;

describeOnDatabase('versions of texts', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
  });
  afterAll(() => core.close());

  let n = 0;
  const note = async (content = 'one') => {
    n += 1;
    const project = await ann.call(projectCalls.create, { title: `History ${n} of ${engine}` });
    const { id } = await ann.call(noteCalls.save, { projectId: project.id, title: `Note ${n}`, content });
    return { id, projectId: project.id };
  };
  /** A push of a text, as of a device that has typed. */
  const write = async (person: Person, id: string, markdown: string) => {
    const { rev, state } = (await person.sees('noteContents', id))!;
    const next = {
      assumedMasterState: { rev },
      newDocumentState: {
        id,
        rev: nextRev(rev),
        updatedAt: core.now(),
        state: toBase64(replaceWithMarkdown(fromBase64(state), markdown)),
      },
    };
    const answer = await core.sync.push(person.actor, 'noteContents', [next]);
    expect(answer).toEqual({ conflicts: [], rejected: [] });
    return next;
  };
  const draft = (contentId: string) => {
    const state = toBase64(stateFromMarkdown('as on the train'));
    return { contentId, id: newId(), name: 'Draft', state, at: 0 } as const;
  };
  const texts = async (person: Person, contentId: string) => {
    const { list } = await person.call(versionCalls.page, { contentId, pageSize: 200 });
    const all = await Promise.all(list.map(({ id }) => person.call(versionCalls.get, { contentId, id })));
    return all.map(({ content }) => content.trim());
  };
  const rows = (contentId: string) =>
    core.platform.db.selectFrom('note_version').select('id').where('content_id', '=', contentId).execute();

  it('stores the text before a change, once a minute', async () => {
    const { id } = await note();
    expect(await texts(ann, id)).toEqual([]);
    core.parts.pass(MINUTE);
    await write(ann, id, 'one two');
    expect(await texts(ann, id)).toEqual(['one']);
    for (const text of ['one two t', 'one two th', 'one two three']) {
      core.parts.pass(MINUTE / 10);
      await write(ann, id, text);
    }
    expect(await texts(ann, id)).toEqual(['one']);
    core.parts.pass(3 * MINUTE);
    await write(ann, id, '');
    expect(await texts(ann, id)).toEqual(['one two three', 'one']);
    const { list, present } = await ann.call(versionCalls.page, { contentId: id });
    expect(list.map(({ authorIds, name }) => [authorIds, name])).toEqual([
      [['ann'], ''],
      [['ann'], ''],
    ]);
    expect(present?.authorIds).toEqual(['ann']);
    // the time of a version is that of its last change, not of the one after it
    expect(present!.at - list[0]!.at).toBeGreaterThanOrEqual(3 * MINUTE);
  });

  it('makes nothing of a repeated push, a move or a rename', async () => {
    const { id, projectId } = await note();
    core.parts.pass(MINUTE);
    const pushed = await write(ann, id, 'two');
    core.parts.pass(2 * MINUTE);
    await core.sync.push(ann.actor, 'noteContents', [pushed]);
    await ann.call(noteCalls.save, { noteId: id, projectId, title: 'Another title' });
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'team' });
    expect(await texts(ann, id)).toEqual(['one']);
  });

  it('names the people who wrote a meeting’s note together', async () => {
    const project = await ann.call(projectCalls.create, { title: `Team of ${engine}` });
    await ann.call(projectCalls.setShare, { projectId: project.id, shareRange: 'customize', userIds: ['ben'] });
    await ann.call(projectCalls.setContributors, { projectId: project.id, userIds: ['ben'], departmentIds: [] });
    const meeting = await ann.call(meetingCalls.create, { title: 'Together', projectId: project.id });
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'project' });
    const id = meetingNoteId(meeting.id);
    await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'Ann' });
    await write(ben, id, 'Ann and Ben');
    core.parts.pass(2 * MINUTE);
    await write(ann, id, 'Ann alone');
    const { list } = await ben.call(versionCalls.page, { contentId: id });
    expect(list.map(({ authorIds }) => authorIds)).toEqual([['ann', 'ben']]);
    expect(await texts(ben, id)).toEqual(['Ann and Ben']);
  });

  it('keeps at most a hundred, and the named ones beyond', async () => {
    const { id } = await note('0');
    core.parts.pass(MINUTE);
    await write(ann, id, '1');
    const [first] = (await ann.call(versionCalls.page, { contentId: id })).list;
    await ann.call(versionCalls.name, { contentId: id, id: first!.id, name: '  The first ' });
    for (let i = 2; i < 110; i += 1) {
      core.parts.pass(11 * MINUTE);
      await write(ann, id, String(i));
    }
    const { list, total } = await ann.call(versionCalls.page, { contentId: id, pageSize: 200 });
    expect([list.length, total]).toEqual([101, 101]);
    expect(list.at(-1)).toMatchObject({ id: first!.id, name: 'The first' });
    const page = await ann.call(versionCalls.page, { contentId: id, currentPage: 2, pageSize: 10 });
    expect(page.list.map((each) => each.id)).toEqual(list.slice(10, 20).map((each) => each.id));
    // without its name it counts again
    await ann.call(versionCalls.removeName, { contentId: id, id: first!.id });
    expect((await ann.call(versionCalls.page, { contentId: id })).total).toBe(100);
  });

  it('count as storage of the organization, which refuses to save further ones beyond its limit', async () => {
    const { id } = await note();
    const before = await core.services.storedBytes('c1');
    await ann.call(versionCalls.save, draft(id));
    const after = await core.services.storedBytes('c1');
    expect(after).toBeGreaterThan(before);
    const limit = (bytes: number | null) =>
      core.platform.db.updateTable('companies').set({ storage_limit: bytes }).where('id', '=', 'c1').execute();
    await limit(after);
    try {
      expect((await ann.refusal(versionCalls.save, draft(id))).code).toBe('FILE_TOTAL_LENGTH_EXCEEDED');
    } finally {
      await limit(null);
    }
  });

  it('named ones of one text have a limit of bytes together', async () => {
    const { id } = await note();
    await ann.call(versionCalls.save, draft(id));
    await sql`update note_version set state = decode(repeat('00', ${LIMITS.namedVersionBytes}), 'hex')
      where content_id = ${id} and name <> ''`.execute(core.platform.db);
    expect(await ann.refusal(versionCalls.save, draft(id))).toMatchObject({
      code: 'NOTE_VERSION_NAMES_FULL',
      details: { params: { max: 1 } },
    });
    core.parts.pass(2 * MINUTE);
    await write(ann, id, 'two');
    const unnamed = (await ann.call(versionCalls.page, { contentId: id })).list.find(({ name }) => name === '')!;
    const given = { contentId: id, id: unnamed.id, name: 'x' };
    expect((await ann.refusal(versionCalls.name, given)).code).toBe('NOTE_VERSION_NAMES_FULL');
    await core.platform.db.deleteFrom('note_version').where('content_id', '=', id).execute();
  });

  it('stores a text of a device under a name, and refuses the fifty-first', async () => {
    const { id } = await note();
    const state = toBase64(stateFromMarkdown('as on the train'));
    const save = (versionId: string) =>
      ({ contentId: id, id: versionId, name: 'Draft', state, at: core.now() - MINUTE }) as const;
    await ann.call(versionCalls.save, save('device-1'));
    // a repetition without an Idempotency-Key makes no second one
    await ann.call(versionCalls.save, save('device-1'));
    expect(await texts(ann, id)).toEqual(['as on the train']);
    for (let i = 2; i <= LIMITS.namedVersions; i += 1) await ann.call(versionCalls.save, save(`device-${i}`));
    expect(await ann.refusal(versionCalls.save, save('device-51'))).toMatchObject({
      code: 'NOTE_VERSION_NAMES_FULL',
      details: { params: { max: 50 } },
    });
    core.parts.pass(MINUTE);
    await write(ann, id, 'two');
    const unnamed = (await ann.call(versionCalls.page, { contentId: id })).list.find(({ name }) => name === '')!;
    expect((await ann.refusal(versionCalls.name, { contentId: id, id: unnamed.id, name: 'x' })).code).toBe(
      'NOTE_VERSION_NAMES_FULL',
    );
    // renaming takes no further name
    await ann.call(versionCalls.name, { contentId: id, id: 'device-1', name: 'Renamed' });
    expect((await ann.refusal(versionCalls.save, { ...save('bytes'), state: 'AAAA' })).code).toMatch(
      /DOCUMENT_INVALID|NAMES_FULL/,
    );
  });

  it('ends a version of a device with its name, so that it replaces none of those that others made', async () => {
    const { id } = await note();
    for (const text of ['two', 'three', 'four']) {
      core.parts.pass(20 * MINUTE);
      await write(ann, id, text);
    }
    const { list } = await ann.call(versionCalls.page, { contentId: id });
    const state = toBase64(stateFromMarkdown('forged'));
    // just after an earlier version, in whose ten minutes the later of the two stays
    const forged = { contentId: id, id: 'forged', name: 'x', state };
    const saved = await ann.call(versionCalls.save, { ...forged, at: list.at(-1)!.at + 1 });
    expect(saved.at).toBe(list.at(-1)!.at + 1);
    await ann.call(versionCalls.removeName, { contentId: id, id: 'forged' });
    expect((await ann.call(versionCalls.page, { contentId: id })).list).toEqual(list);
    // neither in the future nor before the device could have been away
    for (const at of [1, core.now() + 1e12]) {
      const versionId = newId();
      const { at: stored } = await ann.call(versionCalls.save, { ...forged, id: versionId, at });
      expect(Math.abs(core.now() - stored)).toBeLessThanOrEqual(30 * 24 * 60 * MINUTE + MINUTE);
    }
  });

  it('shows versions to readers, lets editors name them, and hides them from others', async () => {
    const { id } = await note();
    core.parts.pass(MINUTE);
    await write(ann, id, 'two');
    const [version] = (await ann.call(versionCalls.page, { contentId: id })).list;
    const named = { contentId: id, id: version!.id, name: 'Mine' };
    for (const person of [ben, zoe]) {
      expect((await person.refusal(versionCalls.page, { contentId: id })).code).toBe('NOTE_NOT_FOUND');
      expect((await person.refusal(versionCalls.get, named)).code).toBe('NOTE_NOT_FOUND');
      expect((await person.refusal(versionCalls.name, named)).code).toBe('NOTE_NOT_FOUND');
    }
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'team' });
    expect(await texts(ben, id)).toEqual(['one']);
    // a person who can no longer read the text can read none of its earlier states
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'private' });
    for (const call of [versionCalls.page, versionCalls.get] as const)
      expect((await ben.refusal(call, named)).code).toBe('NOTE_NOT_FOUND');
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'team' });
    expect((await ben.refusal(versionCalls.name, named)).code).toBe('NOTE_EDIT_DENIED');
    expect((await ben.refusal(versionCalls.removeName, named)).code).toBe('NOTE_EDIT_DENIED');
    // a version of another text is not found under this one
    const other = await note();
    expect((await ann.refusal(versionCalls.get, { ...named, contentId: other.id })).code).toBe(
      'NOTE_VERSION_NOT_FOUND',
    );
  });

  it('ends with its note: hidden at once, deleted when the note cannot be restored any more', async () => {
    const [late, purged] = [await note(), await note()];
    core.parts.pass(MINUTE);
    for (const { id } of [late, purged]) {
      await write(ann, id, 'two');
      await ann.call(noteCalls.remove, { id });
      expect((await ann.refusal(versionCalls.page, { contentId: id })).code).toBe('NOTE_NOT_FOUND');
      expect(await rows(id)).toHaveLength(2);
    }
    const cleanUp = () => given(versionFeature.retention)!.cleanUp!(core.services);
    core.parts.pass(30 * 24 * 60 * MINUTE);
    await cleanUp();
    expect(await rows(late.id)).toHaveLength(2);
    await purge(core.platform, core.sync.store, core.now());
    expect(await rows(purged.id)).toEqual([]);
    const kept = await note();
    core.parts.pass(MINUTE);
    await write(ann, kept.id, 'two');
    await ann.call(noteCalls.remove, { id: kept.id });
    core.parts.pass(32 * 24 * 60 * MINUTE);
    await cleanUp();
    expect(await rows(kept.id)).toEqual([]);
  });

  it('begins without one for a text that has never had a word', async () => {
    const project = await ann.call(projectCalls.create, { title: `Empty ${engine}` });
    const id = newId();
    const { space } = (await ann.sees('projects', project.id))!;
    const own = { id, space, creatorId: 'ann' };
    await ann.push('notes', null, {
      ...own,
      projectId: project.id,
      title: 'Empty',
      snippet: '',
      type: 'note',
      shareRange: 'project',
      words: 0,
      characters: 0,
      createdAt: core.now(),
    });
    await ann.push('noteContents', null, { ...own, subject: 'note', subjectId: id, state: '' });
    core.parts.pass(2 * MINUTE);
    await write(ann, id, 'words');
    expect(await texts(ann, id)).toEqual([]);
  });
});
