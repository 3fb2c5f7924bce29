/** Sharing that changes while others act: stale devices, lost rights, ended links, races. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessRequestCalls } from '../../server/core/access-requests/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { publicNote } from '../../server/core/notes/public-link';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { code, openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { projectFields } from '../support/documents';
import { projectsOf } from '../support/shared-project';

describeOnDatabase('changes of sharing', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let url = '';
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
    url = await core.serve();
  });
  afterAll(() => core.close());

  let n = 0;
  const title = () => `Changed ${(n += 1)} of ${engine}`;
  const { project, note } = projectsOf(
    () => ann,
    () => ben,
    title,
  );
  const page = (path: string, headers: Record<string, string> = {}) => fetch(`${url}/note-html/${path}`, { headers });
  const notices = async (person: Person, subjectId: string) =>
    (await core.sync.store.read('c1', (tx) => tx.list('notifications', { where: { subjectId } }))).filter(
      ({ space }) => space === spaceOf('person', person.actor.userId),
    );
  /** A document as a device would push it as new. */
  const plain = (doc: object) => {
    const { abilities: _a, rev: _r, updatedAt: _u, recency: _c, ...fields } = doc as Record<string, unknown>;
    return fields;
  };
  const newProject = (fields: object = {}) => {
    const id = newId(core.now());
    return { ...projectFields(id), id, title: title(), createdAt: core.now(), ...fields };
  };

  it('refuses a list of more than a thousand, in pushes too', async () => {
    const projectId = await project();
    const ids = Array.from({ length: 1001 }, (_, i) => `u${i}`);
    const meeting = await ann.call(meetingCalls.create, { title: title(), projectId });
    const noteId = await note(projectId, ann);
    const seen = {
      projects: (await ann.sees('projects', projectId))!,
      notes: (await ann.sees('notes', noteId))!,
      meetings: (await ann.sees('meetings', meeting.id))!,
    };
    for (const field of ['contributorUserIds', 'contributorDepartmentIds', 'shareUserIds', 'shareDepartmentIds'])
      expect(await ann.refused('projects', seen.projects, { [field]: ids })).toBe('PARAM_ERROR');
    for (const field of ['shareUserIds', 'shareDepartmentIds'])
      expect(await ann.refused('meetings', seen.meetings, { [field]: ids })).toBe('PARAM_ERROR');
    expect(await ann.refused('notes', seen.notes, { shareUserIds: ids })).toBe('PARAM_ERROR');
  });

  it('refuses former members when something is created, but not when an edit restores it', async () => {
    const refused = (fields: object) => ann.refused('projects', null, newProject(fields));
    expect(await refused({ shareRange: 'team', shareDepartmentIds: ['d-gone'] })).toBe('DEPARTMENT_NOT_FOUND');
    expect(await refused({ shareRange: 'customize', shareUserIds: ['gone'] })).toBe('USER_NOT_FOUND');
    expect(await refused({ contributorDepartmentIds: ['d-gone'] })).toBe('DEPARTMENT_NOT_FOUND');
    expect(await refused({ contributorUserIds: ['zoe'] })).toBe('USER_NOT_FOUND');
    expect(await refused({ shareRange: 'customize', shareUserIds: ['cho'], shareDepartmentIds: ['d-top'] })).toBe('');
    // the department is deleted while the project is in the trash, and a device edits the project offline
    await core.sync.store.write('c1', (tx) =>
      tx.put('people', 'd-late', {
        space: spaceOf('company', 'c1'),
        kind: 'department',
        name: 'Late',
        email: '',
        avatar: '',
        role: '',
        departmentIds: [],
        parentId: '',
        active: true,
      }),
    );
    const projectId = await project();
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'team', departmentIds: ['d-late'], userIds: [] });
    const noteId = await note(projectId);
    await ben.call(noteCalls.share, { noteId, shareRange: 'project', userIds: ['cho'] });
    const [seen, seenNote] = [(await ann.sees('projects', projectId))!, (await ben.sees('notes', noteId))!];
    await ann.call(projectCalls.remove, { id: projectId });
    await core.sync.store.write('c1', (tx) => tx.remove('people', 'd-late'));
    const { conflicts } = await ann.push('projects', seen, { title: title() });
    expect(await ann.refused('projects', conflicts[0] as never, { ...plain(seen), title: title() })).toBe('');
    expect(await ben.sees('notes', noteId)).not.toBeNull();
    const restored = (await ann.sees('projects', projectId))!;
    expect(await ann.refused('projects', restored, { shareDepartmentIds: ['d-late', 'd-gone'] })).toBe(
      'DEPARTMENT_NOT_FOUND',
    );
    const space = spaceOf('project', projectId);
    const fresh = { ...plain(seenNote), id: newId(core.now()), space, shareUserIds: ['gone'] };
    expect(await ben.refused('notes', null, fresh)).toBe('USER_NOT_FOUND');
    const meeting = plain((await ben.sees('meetings', (await ben.call(meetingCalls.create, { title: title() })).id))!);
    const id = newId(core.now());
    expect(
      await ben.refused('meetings', null, {
        ...meeting,
        id,
        space: spaceOf('meeting', id),
        shareDepartmentIds: ['d-gone'],
      }),
    ).toBe('DEPARTMENT_NOT_FOUND');
  });

  it('a return to “only me” keeps the people whom the device names beside it', async () => {
    const noteId = await note(await project());
    const change = async (fields: Record<string, unknown>) =>
      ben.refused('notes', (await ben.sees('notes', noteId))!, fields);
    expect(await change({ shareRange: 'private', shareUserIds: ['cho'] })).toBe('');
    expect(await change({ shareRange: 'project' })).toBe('');
    // an undo, which changes the range alone
    expect(await change({ shareRange: 'private' })).toBe('');
    expect((await cho.sees('notes', noteId))?.shareUserIds).toEqual(['cho']);
  });

  it('the update of a meeting to “only me” has no list of people, and means its creator alone', async () => {
    const { id } = await ben.call(meetingCalls.create, { title: title() });
    await ben.call(meetingCalls.share, {
      meetingId: id,
      shareRange: 'team',
      userIds: ['cho'],
      departmentIds: ['d-top'],
    });
    await ben.call(meetingCalls.update, { id, shareRange: 'private' });
    expect(await ben.sees('meetings', id)).toMatchObject({ shareUserIds: [], shareDepartmentIds: [] });
    expect(await cho.sees('meetings', id)).toBeNull();
    // a call that updates a private meeting keeps the people named beside it
    await ben.call(meetingCalls.share, { meetingId: id, shareRange: 'private', userIds: ['cho'], departmentIds: [] });
    await ben.call(meetingCalls.update, { id, shareRange: 'private', title: title() });
    expect((await cho.sees('meetings', id))?.shareUserIds).toEqual(['cho']);
  });

  it('a stale device overwrites no range: its change is a conflict, which it merges', async () => {
    const noteId = await note(await project());
    const seen = (await ben.sees('notes', noteId))!;
    expect(await ben.refused('notes', seen, { shareRange: 'private', shareUserIds: [] })).toBe('');
    const { conflicts, rejected } = await ben.push('notes', seen, { shareRange: 'public' });
    expect([conflicts.map((each) => (each as Record<string, unknown>)['shareRange']), rejected]).toEqual([
      ['private'],
      [],
    ]);
    expect(await ben.sees('notes', noteId)).toMatchObject({ shareRange: 'private', space: 'person:ben' });
    expect((await page(noteId)).status).toBe(404);
  });

  it('ends a link at its instant, for the page, the call and its images', async () => {
    const noteId = await note(await project());
    const at = core.now() + 1_000_000;
    await ben.call(noteCalls.share, { noteId, shareRange: 'public', linkExpiresAt: at });
    const open = (now: number) => publicNote({ db: core.platform.db, clock: { now: () => now } }, noteId);
    expect([await open(at - 1), await open(at), await open(at + 1)]).toEqual([
      expect.objectContaining({ companyId: 'c1' }),
      null,
      null,
    ]);
    const before = await page(noteId);
    expect([before.status, before.headers.get('etag'), before.headers.get('last-modified')]).toEqual([200, null, null]);
    core.parts.pass(1_000_000);
    // a browser or proxy that asks whether its copy is still valid
    const headers = { 'if-none-match': '*', 'if-modified-since': new Date(8e12).toUTCString() };
    expect((await page(noteId, headers)).status).toBe(404);
    expect((await page(`${noteId}/image/i1`, headers)).status).toBe(404);
  });

  it('ends the link of a person who loses the project, also where people are named beside it', async () => {
    const projectId = await project();
    const noteId = await note(projectId);
    await ben.call(noteCalls.share, { noteId, shareRange: 'public', userIds: ['cho'] });
    expect((await page(noteId)).status).toBe(200);
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    expect((await page(noteId)).status).toBe(404);
    // the right returns, and with it the link
    await ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
    expect((await page(noteId)).status).toBe(200);
    await ann.call(projectCalls.remove, { id: projectId });
    expect((await page(noteId)).status).toBe(404);
  });

  it('takes an edit that restores a public note while links are off, and opens nothing', async () => {
    const noteId = await note(await project());
    await ben.call(noteCalls.share, { noteId, shareRange: 'public' });
    const seen = (await ben.sees('notes', noteId))!;
    await ann.call(noteCalls.remove, { id: noteId });
    const allow = (public_links: boolean) =>
      core.platform.db.updateTable('companies').set({ public_links }).where('id', '=', 'c1').execute();
    await allow(false);
    try {
      const { conflicts } = await ben.push('notes', seen, { title: title() });
      expect(await ben.refused('notes', conflicts[0] as never, { ...plain(seen), title: 'Edited offline' })).toBe('');
      expect((await ben.sees('notes', noteId))?.title).toBe('Edited offline');
      expect((await page(noteId)).status).toBe(404);
      const fresh = { ...plain(seen), id: newId(core.now()) };
      expect(await ben.refused('notes', null, fresh)).toBe('PUBLIC_LINKS_OFF');
    } finally {
      await allow(true);
    }
  });

  it('erasing and restoring at once end in one of the two', async () => {
    const projectId = await project();
    for (let i = 0; i < 4; i += 1) {
      const id = await note(projectId);
      await ben.call(noteCalls.remove, { id });
      const outcomes = await Promise.allSettled([
        ben.call(trashCalls.erase, { kind: 'notes', id }),
        ann.call(trashCalls.restore, { kind: 'notes', id }),
      ]);
      const [erased, restored] = outcomes.map(({ status }) => status === 'fulfilled');
      expect(erased).toBe(!restored);
      const { rows } = await core.platform.query<{ collection: string; whole: boolean }>({
        text: `select collection, not deleted and data <> '{}'::jsonb as whole from doc where id = $1 order by collection`,
        values: [id],
      });
      expect(rows).toEqual([
        { collection: 'noteContents', whole: restored },
        { collection: 'notes', whole: restored },
      ]);
    }
  });

  it('a request for access is granted by who owns the document then, once', async () => {
    const projectId = await project();
    const ask = () => cho.call(accessRequestCalls.ask, { kind: 'projects', id: projectId });
    await ask();
    expect(await notices(ann, projectId)).toMatchObject([{ kind: 'accessRequested' }]);
    await ann.call(projectCalls.setOwner, { projectId, userId: 'ben' });
    const grant = { projectId, shareRange: 'customize' as const, userIds: ['cho'] };
    expect(await code(ann.refusal(projectCalls.setShare, grant))).toBe('NO_PERMISSION');
    const seen = (await ann.sees('projects', projectId))!;
    expect(await ann.refused('projects', seen, { shareRange: 'customize', shareUserIds: ['cho'] })).toBe(
      'NO_PERMISSION',
    );
    expect(await cho.sees('projects', projectId)).toBeNull();
    // a second request notifies the new owner
    await ask();
    expect((await notices(ben, projectId)).filter(({ kind }) => kind === 'accessRequested')).toHaveLength(1);
    for (let i = 0; i < 3; i += 1) await ben.call(projectCalls.setShare, grant);
    expect((await notices(cho, projectId)).map(({ kind }) => kind)).toEqual(['projectShared']);
    // a request by a person who can already read the project creates no notification
    await ask();
    expect((await notices(ben, projectId)).filter(({ kind }) => kind === 'accessRequested')).toHaveLength(1);
  });

  it('two transfers at once give a project to one person, who is notified in that change', async () => {
    const projectId = await project();
    const outcomes = await Promise.allSettled(
      ['cho', 'dee'].map((userId) => ann.call(projectCalls.setOwner, { projectId, userId })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { ownerId } = (await ben.sees('projects', projectId))!;
    for (const userId of ['cho', 'dee'])
      expect(await notices(core.person(userId), projectId)).toHaveLength(userId === ownerId ? 1 : 0);
  });
});
