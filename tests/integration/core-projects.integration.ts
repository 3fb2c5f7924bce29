/** Projects, their items, terms and notifications: permissions of each person, by calls and by pushes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshAccessForDepartments } from '../../server/core/department-access';
import { fileCalls } from '../../server/core/files/contract';
import { notificationCalls } from '../../server/core/notifications/contract';
import { notify } from '../../server/shared/notify';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import type { NoticeName } from '../../sync/model/notices';
import { newId } from '../../sync/model/ids';
import { nextRev } from '../../sync/model/rev';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { projectFields } from '../support/documents';

describeOnDatabase('projects and notes', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let dee: Person;
  let zoe: Person;
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho, dee, zoe] = core.people('ann', 'ben', 'cho', 'dee', 'zoe');
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Project ${(n += 1)} of ${engine}`;
  const project = (by = ann) => by.call(projectCalls.create, { title: title(), description: '' });

  it('create a project that only its owner sees, with all abilities', async () => {
    const made = await ann.call(projectCalls.create, { title: '  Müller ＆ Co  ', description: 'd' });
    expect(made).toMatchObject({
      title: 'Müller ＆ Co',
      ownerId: 'ann',
      shareRange: 'private',
      space: `project:${made.id}`,
      abilities: expect.arrayContaining(['delete', 'share', 'manage', 'addNote']),
    });
    for (const other of [ben, dee, zoe])
      expect(await code(other.refusal(projectCalls.get, { id: made.id }))).toBe('PROJECT_NOT_FOUND');
  });

  it('reject titles of 1 and 121 graphemes, and a second project of the same owner with the same title', async () => {
    for (const bad of ['x', '  x ', '👩‍👩‍👧‍👦', 'é'.repeat(121)])
      expect((await ann.refusal(projectCalls.create, { title: bad })).details.fieldErrors).toEqual({
        title: 'PROJECT_TITLE_LENGTH_EXCEEDED',
      });
    const long = '家'.repeat(120);
    await ann.call(projectCalls.create, { title: long });
    expect(await code(ann.refusal(projectCalls.create, { title: long }))).toBe('PROJECT_TITLE_DUPLICATED');
    await ben.call(projectCalls.create, { title: long });
    await zoe.call(projectCalls.create, { title: long });
    const other = await project();
    expect(await code(ann.refusal(projectCalls.update, { id: other.id, title: long }))).toBe(
      'PROJECT_TITLE_DUPLICATED',
    );
    await ann.call(projectCalls.update, { id: other.id, title: other.title, description: 'same title stays' });
  });

  const pushed = (over: Record<string, unknown> = {}, by = 'ann') => {
    const id = newId();
    return {
      ...projectFields(id),
      id,
      title: title(),
      ownerId: by,
      ...over,
    };
  };

  it('accept a project created offline, and reject a duplicate title permanently, and forged fields', async () => {
    const doc = pushed();
    expect(await ann.refused('projects', null, doc)).toBe('');
    expect((await ann.sees('projects', doc.id))?.abilities).toContain('manage');
    const clash = await ann.push('projects', null, pushed({ title: doc.title }));
    expect(clash.rejected).toMatchObject([{ code: 'PROJECT_TITLE_DUPLICATED', retry: false, master: null }]);
    expect(await ann.refused('projects', null, pushed({}, 'ben'))).toBe('NO_PERMISSION');
    expect(await ann.refused('projects', null, pushed({ space: 'person:ann' }))).toBe('DOCUMENT_INVALID');
    expect(await ann.refused('projects', null, pushed({ contributorUserIds: ['ann'] }))).toBe(
      'PROJECT_OWNER_CANNOT_BE_CONTRIBUTOR',
    );
    expect(await ann.refused('projects', null, pushed({ shareRange: 'customize' }))).toBe('PARAMETER_REQUIRED');
    expect(await ann.refused('projects', null, pushed({ title: 'x' }))).toBe('PROJECT_TITLE_LENGTH_EXCEEDED');
  });

  it('let a contributor edit but not share, manage or delete; a viewer reads; other people see nothing', async () => {
    const made = await project();
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    await ann.call(projectCalls.setShare, {
      projectId: made.id,
      shareRange: 'customize',
      userIds: ['dee'],
      departmentIds: [],
    });
    expect((await ben.call(projectCalls.update, { id: made.id, instructions: 'by ben' })).instructions).toBe('by ben');
    for (const [call, input] of [
      [projectCalls.setShare, { projectId: made.id, shareRange: 'company' }],
      [projectCalls.setContributors, { projectId: made.id, userIds: ['dee'] }],
      [projectCalls.remove, { id: made.id }],
    ] as const)
      expect(await code(ben.refusal(call, input as never))).toBe('NO_PERMISSION');
    expect((await dee.call(projectCalls.get, { id: made.id })).abilities).toEqual([]);
    expect(await code(dee.refusal(projectCalls.update, { id: made.id, title: 'by a viewer' }))).toBe('NO_PERMISSION');
    expect(await code(cho.refusal(projectCalls.update, { id: made.id, title: 'by nobody' }))).toBe('PROJECT_NOT_FOUND');
    const doc = (await ben.sees('projects', made.id))!;
    expect(await ben.refused('projects', doc, { shareRange: 'company' })).toBe('NO_PERMISSION');
    expect(await ben.refused('projects', doc, { ownerId: 'ben' })).toBe('NO_PERMISSION');
    expect(await ben.refused('projects', doc, { _deleted: true })).toBe('NO_PERMISSION');
    expect(await dee.refused('projects', doc, { title: 'by a viewer' })).toBe('NO_PERMISSION');
    expect(await cho.refused('projects', doc, { title: 'by nobody' })).toBe('DOCUMENT_NOT_FOUND');
    expect(await ben.refused('projects', doc, { description: 'pushed by ben' })).toBe('');
    expect(await code(ann.refusal(projectCalls.setContributors, { projectId: made.id, userIds: ['ann'] }))).toBe(
      'PROJECT_OWNER_CANNOT_BE_CONTRIBUTOR',
    );
    expect(await code(ann.refusal(projectCalls.setShare, { projectId: made.id, shareRange: 'team' }))).toBe(
      'PARAMETER_REQUIRED',
    );
  });

  it('are shared with nested departments, and follow their members', async () => {
    const made = await project();
    await ann.call(projectCalls.setShare, { projectId: made.id, shareRange: 'team', departmentIds: ['d-top'] });
    expect((await cho.sees('projects', made.id))?.abilities).toEqual([]);
    expect(await ben.sees('projects', made.id)).toBeNull();
    await core.sync.store.write('c1', async (tx) => {
      await tx.put('people', 'ben', { departmentIds: ['d-child'] });
      await tx.put('people', 'cho', { departmentIds: [] });
      await refreshAccessForDepartments(tx, ['d-child']);
    });
    expect(await ben.sees('projects', made.id)).not.toBeNull();
    expect(await cho.sees('projects', made.id)).toBeNull();
    expect(await ann.call(projectCalls.shares, { id: made.id })).toMatchObject({
      shareRange: 'team',
      departments: [{ id: 'd-top', name: 'd-top' }],
    });
    await ann.call(projectCalls.setShare, { projectId: made.id, shareRange: 'company' });
    for (const person of [ben, cho, dee]) expect(await person.sees('projects', made.id)).not.toBeNull();
    await ann.call(projectCalls.setShare, { projectId: made.id, shareRange: 'private' });
    expect(await dee.sees('projects', made.id)).toBeNull();
    await core.sync.store.write('c1', async (tx) => {
      await tx.put('people', 'ben', { departmentIds: [] });
      await tx.put('people', 'cho', { departmentIds: ['d-child'] });
    });
  });

  it('are listed by filter and part of the title, in pages', async () => {
    const mine = await ann.call(projectCalls.create, { title: `100% _sure ${engine}` });
    await ann.call(projectCalls.setContributors, { projectId: mine.id, userIds: ['ben'], departmentIds: [] });
    const ids = async (by: Person, filter: 'all' | 'created' | 'contributing' | 'shared' | 'modifiable') =>
      (await by.call(projectCalls.search, { filter, titleLike: '% _SURE' })).list.map((p) => p.id);
    expect(await ids(ann, 'created')).toEqual([mine.id]);
    expect(await ids(ben, 'created')).toEqual([]);
    expect(await ids(ben, 'contributing')).toEqual([mine.id]);
    expect(await ids(ben, 'modifiable')).toEqual([mine.id]);
    expect(await ids(ben, 'shared')).toEqual([]);
    expect(await ids(zoe, 'all')).toEqual([]);
    const all = await ann.call(projectCalls.search, { pageSize: 2, currentPage: 1 });
    expect(all).toMatchObject({ currentPage: 1, pageSize: 2, list: { length: 2 } });
    expect(await ann.call(projectCalls.search, { pageSize: 2, currentPage: 999 })).toMatchObject({
      list: [],
      total: all.total,
    });
    expect(await code(ann.refusal(projectCalls.search, { pageSize: 0 }))).toBe('PARAM_ERROR');
  });

  // Found by the fuzz (seed 302): an edit made elsewhere restored a deleted project without its documents.
  it('restore a project with the documents deleted with it, but not with those deleted before', async () => {
    const made = await project();
    const deletedAlong = await ann.call(noteCalls.save, {
      projectId: made.id,
      title: 'Goes along',
      content: 'its words',
    });
    const gone = await ann.call(noteCalls.save, { projectId: made.id, title: 'Went before', content: 'x' });
    await ann.push('notes', (await ann.sees('notes', gone.id))!, { _deleted: true });
    const stood = (await ann.sees('projects', made.id))!;
    const deleted = await ann.push('projects', stood, { _deleted: true });
    expect([deleted, await ann.sees('noteContents', deletedAlong.id)]).toEqual([{ conflicts: [], rejected: [] }, null]);
    const rev = (await ann.push('projects', stood, { title: 'An edit elsewhere' })).conflicts[0]!.rev!;
    const { abilities: _abilities, rev: _rev, recency: _recency, ...fields } = stood;
    expect(await ann.push('projects', { id: made.id, rev }, { ...fields, title: title() })).toEqual({
      conflicts: [],
      rejected: [],
    });
    expect(await ann.sees('notes', deletedAlong.id)).toMatchObject({ title: 'Goes along' });
    expect((await ann.call(noteCalls.get, { id: deletedAlong.id })).content).toContain('its words');
    expect(await ann.sees('notes', gone.id)).toBeNull();
  });

  // Found by the fuzz (seed 305117117): a note whose deletion arrived after that of its project was restored with the
  // project, and its person was not notified.
  it('do not restore a note that a person deleted after it had been deleted with its project, nor its text', async () => {
    const made = await project();
    const note = await ann.call(noteCalls.save, { projectId: made.id, title: 'Deleted twice', content: 'its words' });
    const edited = await ann.call(noteCalls.save, { projectId: made.id, title: 'Edited elsewhere', content: 'x' });
    const [seen, before] = [(await ann.sees('notes', note.id))!, (await ann.sees('notes', edited.id))!];
    await ann.push('notes', before, { title: 'The edit that a device has not seen' });
    const stood = (await ann.sees('projects', made.id))!;
    await ann.push('projects', stood, { _deleted: true });

    const deletion = { id: note.id, rev: nextRev(seen.rev), _deleted: true as const };
    for (const _ of ['the push', 'and again, as its answer was lost']) {
      expect(
        await core.sync.push(ann.actor, 'notes', [
          { assumedMasterState: { rev: seen.rev }, newDocumentState: deletion },
        ]),
      ).toEqual({ conflicts: [], rejected: [] });
    }
    expect(await ann.refused('notes', before, { _deleted: true })).toBe('DOCUMENT_NOT_FOUND');

    const revive = async (collection: 'projects' | 'notes', from: { id: string; rev: string }) => {
      const {
        conflicts: [current],
      } = await ann.push(collection, from, { title: 'An edit elsewhere' });
      const {
        abilities: _abilities,
        rev: _rev,
        recency: _recency,
        ...fields
      } = (collection === 'projects' ? stood : seen) as Record<string, unknown>;
      expect(await ann.push(collection, { id: from.id, rev: current!.rev! }, { ...fields, title: title() })).toEqual({
        conflicts: [],
        rejected: [],
      });
    };
    await revive('projects', stood);
    expect([await ann.sees('notes', note.id), await ann.sees('noteContents', note.id)]).toEqual([null, null]);
    expect(await ann.sees('notes', edited.id)).toMatchObject({ title: 'The edit that a device has not seen' });
    await revive('notes', seen);
    expect((await ann.call(noteCalls.get, { id: note.id })).content).toContain('its words');
  });

  it('delete a project with its documents', async () => {
    const made = await project();
    await ann.call(projectCalls.setContributors, { projectId: made.id, userIds: ['ben'], departmentIds: [] });
    const note = await ben.call(noteCalls.save, { projectId: made.id, title: 'n', content: 'x' });
    const item = await ben.call(projectCalls.setItem, { projectId: made.id, itemType: 'article', itemId: 'a1' });
    await ann.call(projectCalls.remove, { id: made.id });
    for (const [collection, id] of [
      ['projects', made.id],
      ['notes', note.id],
      ['noteContents', note.id],
      ['projectItems', item.id],
    ] as const)
      expect(await ben.sees(collection, id)).toBeNull();
    expect(await code(ann.refusal(projectCalls.remove, { id: made.id }))).toBe('PROJECT_NOT_FOUND');
  });

  it('take back the deletion of an item; a stranger cannot, and a second time changes nothing', async () => {
    const made = await project();
    const { id } = await ann.call(projectCalls.setItem, {
      projectId: made.id,
      itemType: 'chat',
      itemId: 'c-9',
      title: 'A',
    });
    await ann.call(projectCalls.unsetItem, { projectId: made.id, itemType: 'chat', itemId: 'c-9' });
    expect(await code(ben.refusal(projectCalls.restoreItem, { id }))).toBe('NO_DATA');
    expect((await ann.call(projectCalls.searchItems, { projectId: made.id })).total).toBe(0);
    await ann.call(projectCalls.restoreItem, { id });
    await ann.call(projectCalls.restoreItem, { id });
    const { list } = await ann.call(projectCalls.searchItems, { projectId: made.id });
    expect(list.map((item) => [item.id, item.title])).toEqual([[id, 'A']]);
    expect(await code(ann.refusal(projectCalls.restoreItem, { id: 'nothing' }))).toMatch(/NO_DATA|PARAM_ERROR/);
  });

  it('add and remove items', async () => {
    const made = await project();
    const item = await ann.call(projectCalls.setItem, {
      projectId: made.id,
      itemType: 'chat',
      itemId: 'c-1',
      title: 'A chat',
    });
    expect((await ann.call(projectCalls.setItem, { projectId: made.id, itemType: 'chat', itemId: 'c-1' })).id).toBe(
      item.id,
    );
    const set = await ann.call(projectCalls.setItems, {
      projectId: made.id,
      items: [
        { itemType: 'article', itemId: 'a-1' },
        { itemType: 'article', itemId: 'a-2' },
      ],
    });
    expect(set.list.map((i) => i.itemId)).toEqual(['a-1', 'a-2']);
    expect((await ann.call(projectCalls.searchItems, { projectId: made.id })).total).toBe(2);
    expect((await ann.call(projectCalls.searchItems, { projectId: made.id, itemType: 'chat' })).total).toBe(0);
    expect((await ann.call(projectCalls.byItem, { itemType: 'article', itemId: 'a-1' })).list.map((p) => p.id)).toEqual(
      [made.id],
    );
    expect((await ben.call(projectCalls.byItem, { itemType: 'article', itemId: 'a-1' })).list).toEqual([]);
    await ann.call(projectCalls.unsetItem, { projectId: made.id, itemType: 'article', itemId: 'a-1' });
    expect(
      await code(ann.refusal(projectCalls.unsetItem, { projectId: made.id, itemType: 'article', itemId: 'a-1' })),
    ).toBe('NO_DATA');
    expect(
      await code(ann.refusal(projectCalls.setItem, { projectId: made.id, itemType: 'file', itemId: 'forged' })),
    ).toBe('NO_PERMISSION');
    expect(await code(ben.refusal(projectCalls.setItem, { projectId: made.id, itemType: 'chat', itemId: 'c-2' }))).toBe(
      'PROJECT_NOT_FOUND',
    );
  });

  it('accept terms from all members and custom templates from their creator', async () => {
    const term = {
      id: newId(),
      space: 'company:c1',
      term: `KPI ${engine}`,
      definition: '',
      matchCount: 0,
      source: 'MANUAL',
      creatorId: 'ann',
      createdAt: 1,
    };
    expect(await ann.refused('terms', null, term)).toBe('');
    expect(await ben.refused('terms', null, { ...term, id: newId(), creatorId: 'ben' })).toBe('TERM_DUPLICATED');
    expect(await ben.refused('terms', (await ben.sees('terms', term.id))!, { definition: 'by ben' })).toBe('');
    expect(await zoe.refused('terms', null, { ...term, id: newId(), creatorId: 'zoe' })).not.toBe('');
    const template = {
      id: newId(),
      space: 'person:ann',
      title: 't',
      content: '',
      categoryId: 'x',
      langType: 'en',
      builtIn: false,
      creatorId: 'ann',
      createdAt: 1,
    };
    expect(await ann.refused('templates', null, template)).toBe('');
    expect(await ann.refused('templates', null, { ...template, id: newId(), builtIn: true })).toBe('NO_PERMISSION');
    expect(
      await ann.refused('transcripts', null, {
        id: newId(),
        space: 'person:ann',
        meetingId: 'm',
        creatorId: 'ann',
        status: 'done',
        progress: 1,
        error: '',
        segments: [],
        provider: '',
        model: '',
        mode: '',
        generatedAt: 0,
      }),
    ).toBe('NO_PERMISSION');
  });

  it('count, page, read, delete and mute notifications', async () => {
    const send = (kind: NoticeName, params: Record<string, string> = {}, userId = 'dee') =>
      core.sync.store.write('c1', (tx) => notify(tx, { userId, kind, params, link: '', subjectId: '' }));
    // those of the projects shared above
    await dee.call(notificationCalls.remove, {
      audience: 'user',
      ids: (await dee.call(notificationCalls.page, { audience: 'user' })).list.map(({ id }) => id),
    });
    await send('transcriptReady');
    await send('transcriptFailed');
    await send('joinRequestWaiting');
    expect(await dee.call(notificationCalls.unreadCount, { audience: 'user' })).toEqual({ count: 2 });
    expect(await dee.call(notificationCalls.unreadCount, { audience: 'admin' })).toEqual({ count: 1 });
    expect(await code(ann.refusal(notificationCalls.unreadCount, { audience: 'admin' }))).toBe('NO_PERMISSION');
    const page = await dee.call(notificationCalls.page, { audience: 'user', pageSize: 1 });
    expect(page).toMatchObject({ total: 2, list: [{ kind: 'transcriptFailed', read: false }] });
    expect(await ann.call(notificationCalls.read, { audience: 'user', ids: [page.list[0]!.id] })).toEqual({ count: 0 });
    expect(await dee.call(notificationCalls.read, { audience: 'user', ids: [page.list[0]!.id] })).toEqual({ count: 1 });
    expect((await dee.call(notificationCalls.page, { audience: 'user', read: false })).total).toBe(1);
    expect(await dee.call(notificationCalls.read, { audience: 'user', all: true })).toEqual({ count: 1 });
    expect(await dee.call(notificationCalls.remove, { audience: 'user', ids: [page.list[0]!.id] })).toEqual({
      count: 1,
    });
    expect(
      await dee.call(notificationCalls.noticeSetting, { audience: 'user', settings: { transcriptReady: false } }),
    ).toEqual({ mutedKinds: ['transcriptReady'] });
    expect(await send('transcriptReady')).toBe(false);
    expect(
      await dee.call(notificationCalls.noticeSetting, { audience: 'user', settings: { transcriptReady: true } }),
    ).toEqual({ mutedKinds: [] });
  });

  it('list the file types', async () => {
    expect(await ann.call(fileCalls.storage, {})).toEqual({ used: expect.any(Number), limit: null });
    const { list, maxFiles } = await ann.call(fileCalls.types, {});
    expect(maxFiles).toBe(5);
    expect(list.filter((t) => t.category === 'audio').map((t) => [t.extension, t.maxSize])).toEqual([
      ['.wav', 314572800],
      ['.webm', 314572800],
      ['.mp3', 314572800],
    ]);
  });
});
