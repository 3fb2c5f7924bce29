/** Sharing of notes and meetings, their public pages, and the notifications of people who gain access. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessRequestCalls } from '../../server/core/access-requests/contract';
import { WAITING_MAX } from '../../server/core/access-requests/routes';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { pageViewCalls } from '../../server/core/page-views/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

describeOnDatabase('sharing', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let dee: Person;
  let visitor: Person;
  let url = '';
  beforeAll(async () => {
    core = await openCore(engine);
    [ann, ben, cho, dee, visitor] = core.people('ann', 'ben', 'cho', 'dee', 'ann');
    visitor.authorization = undefined;
    url = await core.serve();
  });
  afterAll(() => core.close());

  let n = 0;
  const note = async (content = 'The plan.') => {
    n += 1;
    const project = await ann.call(projectCalls.create, { title: `Project ${n} of ${engine}` });
    return ann.call(noteCalls.save, { projectId: project.id, title: `Note ${n}`, content });
  };
  const page = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${url}/note-html/${id}`, { headers, method, redirect: 'manual' });
  const received = async (person: Person, subjectId: string) =>
    (
      await core.sync.store.read('c1', (tx) => tx.list('notifications', { space: `person:${person.actor.userId}` }))
    ).filter((each) => each.subjectId === subjectId);

  it('moves a note with its text to its readers, and takes it back', async () => {
    const { id, projectId } = await note();
    expect(await ben.sees('notes', id)).toBeNull();
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'team' });
    expect(await ben.sees('notes', id)).toMatchObject({ space: `note:${id}`, abilities: [] });
    expect(await ben.sees('noteContents', id)).not.toBeNull();
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'private', userIds: ['cho'] });
    expect([await ben.sees('notes', id), (await cho.sees('notes', id))?.id]).toEqual([null, id]);
    // the people of its project, besides the chosen ones
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'project' });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    expect([(await ben.sees('notes', id))?.id, (await cho.sees('notes', id))?.id]).toEqual([id, id]);
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'private' });
    expect(await ben.sees('notes', id)).toBeNull();
    // private without naming people removes those of before
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'private' });
    expect([await cho.sees('notes', id), (await ann.sees('notes', id))?.space]).toEqual([null, 'person:ann']);
  });

  it('notifies the people who gain access once, and no others', async () => {
    const { id, projectId } = await note();
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben', 'cho'] });
    for (const person of [ben, cho])
      expect(await received(person, projectId)).toMatchObject([
        { kind: 'projectShared', link: `/project/${projectId}` },
      ]);
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'project', userIds: ['dee'] });
    expect(await received(dee, id)).toMatchObject([
      { kind: 'noteShared', link: `/project/${projectId}/note-detail/${id}` },
    ]);
    expect([await received(ben, id), await received(ann, id), await received(ann, projectId)]).toEqual([[], [], []]);
    // taken back and shared again, while the first one is unread
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'private' });
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'project', userIds: ['dee'] });
    expect(await received(dee, id)).toMatchObject([{ kind: 'noteShared', params: { count: 2 } }]);
    const meeting = await ann.call(meetingCalls.create, { title: `Meeting ${n} of ${engine}` });
    await ann.call(meetingCalls.share, { meetingId: meeting.id, shareRange: 'private', userIds: ['ben'] });
    expect(await received(ben, meeting.id)).toMatchObject([{ kind: 'meetingShared', link: `/meeting/${meeting.id}` }]);
    expect(await cho.sees('meetings', meeting.id)).toBeNull();
  });

  it('refuses deleted departments and former members, and a custom range without people', async () => {
    const { id, projectId } = await note();
    const gone = { projectId, shareRange: 'team' as const, departmentIds: ['d-deleted'] };
    expect((await ann.refusal(projectCalls.setShare, gone)).code).toBe('DEPARTMENT_NOT_FOUND');
    expect(
      (await ann.refusal(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['nobody'] })).code,
    ).toBe('USER_NOT_FOUND');
    expect((await ann.refusal(projectCalls.setShare, { projectId, shareRange: 'customize' })).code).toBe(
      'PARAMETER_REQUIRED',
    );
    expect((await ann.refusal(noteCalls.share, { noteId: id, shareRange: 'project', userIds: ['zoe'] })).code).toBe(
      'USER_NOT_FOUND',
    );
    // a device that was offline is refused in the same way, and gets the old state back
    const { rev, abilities: _computed, ...stored } = (await ann.sees('projects', projectId))!;
    const { rejected } = await ann.push(
      'projects',
      { id: projectId, rev },
      {
        ...stored,
        shareRange: 'customize',
        shareDepartmentIds: ['d-deleted'],
      },
    );
    expect(rejected).toMatchObject([{ code: 'DEPARTMENT_NOT_FOUND', master: { shareRange: 'private' } }]);
  });

  it('serves a public note as a page without scripts, that names nothing of the workspace', async () => {
    const { id, projectId } = await note('Hello <script>alert(1)</script> **world**');
    expect((await page(id)).status).toBe(404);
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'public' });
    const open = await page(id, { 'accept-language': 'ja' });
    const html = (await open.text()).replace(/<style>.*<\/style>/s, '');
    expect(open.status).toBe(200);
    expect(html).toContain('<strong>world</strong>');
    expect(html).toContain('最終更新');
    for (const trace of ['<script', projectId, 'ann', 'c1', 'Project', '/search', 'Satchel'])
      expect(html).not.toContain(trace);
    expect(open.headers.get('cache-control')).toBe('no-store');
    expect(open.headers.get('x-robots-tag')).toContain('noindex');
    expect(open.headers.get('content-security-policy')).toContain("default-src 'none'");
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'public', linkIndexed: true });
    expect((await page(id)).headers.get('x-robots-tag')).toBeNull();
    expect(await (await page(id, {}, 'HEAD')).text()).toBe('');
    expect((await page(id, {}, 'POST')).status).toBe(405);
    // three pages were shown: HEAD shows none, this call is the third
    expect(await visitor.call(pageViewCalls.views, { kind: 'note', id })).toEqual({ views: 3 });
  });

  it('shows nothing from the next request on once a link is revoked, expired, switched off or deleted', async () => {
    const { id } = await note();
    const set = (fields: object) => ann.call(noteCalls.share, { noteId: id, shareRange: 'public', ...fields } as never);
    const status = async () => (await page(id)).status;
    await set({});
    expect(await status()).toBe(200);
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'project' });
    expect(await status()).toBe(404);
    await set({ linkExpiresAt: core.now() + 60_000 });
    expect(await status()).toBe(200);
    await set({ linkExpiresAt: core.now() - 1 });
    expect(await status()).toBe(404);
    await set({ linkExpiresAt: 0 });
    expect(await status()).toBe(200);
    const allow = (public_links: boolean) =>
      core.platform.db.updateTable('companies').set({ public_links }).where('id', '=', 'c1').execute();
    await allow(false);
    expect(await status()).toBe(404);
    const other = await note();
    expect((await ann.refusal(noteCalls.share, { noteId: other.id, shareRange: 'public' })).code).toBe(
      'PUBLIC_LINKS_OFF',
    );
    await allow(true);
    expect(await status()).toBe(200);
    await ann.call(noteCalls.remove, { id });
    expect(await status()).toBe(404);
    expect((await visitor.refusal(pageViewCalls.views, { kind: 'note', id })).code).toBe('USER_NOT_LOGIN');
  });

  it('ends the link of a person who loses the project', async () => {
    const { id, projectId } = await note();
    await ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
    const own = await ben.call(noteCalls.save, { projectId, title: 'Of Ben', content: 'x' });
    await ben.call(noteCalls.share, { noteId: own.id, shareRange: 'public' });
    expect((await page(own.id)).status).toBe(200);
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    expect((await page(own.id)).status).toBe(404);
    expect(await received(ben, id)).toEqual([]);
  });

  it('notifies the owner of a request for access once, and answers the same for a document that is missing', async () => {
    const { id, projectId } = await note();
    const ask = (by: Person, asked: string) => by.call(accessRequestCalls.ask, { kind: 'notes', id: asked });
    expect(await ask(cho, id)).toEqual({});
    expect(await ask(cho, id)).toEqual({});
    expect(await ask(cho, 'missing')).toEqual({});
    expect(await ask(ann, id)).toEqual({});
    expect(await received(ann, id)).toMatchObject([
      { kind: 'accessRequested', link: `/access-request/notes/${id}/cho`, params: { name: 'cho' } },
    ]);
    // granting is sharing: the note stays hidden from the project's other people
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    await ann.call(noteCalls.share, { noteId: id, shareRange: 'private', userIds: ['cho'] });
    expect([(await cho.sees('notes', id))?.id, await ben.sees('notes', id)]).toEqual([id, null]);
    expect(await received(cho, id)).toMatchObject([{ kind: 'noteShared' }]);
  });

  it('bounds the requests of one person that wait for one owner', async () => {
    const waiting = async () =>
      (await core.sync.store.read('c1', (tx) => tx.list('notifications', { space: 'person:ann' }))).filter(
        ({ kind, link, read }) => kind === 'accessRequested' && link.endsWith('/cho') && !read,
      ).length;
    const ask = async (by: Person) => by.call(accessRequestCalls.ask, { kind: 'notes', id: (await note()).id });
    for (let i = 0; i < WAITING_MAX + 5; i += 1) expect(await ask(cho)).toEqual({});
    expect(await waiting()).toBe(WAITING_MAX);
    core.parts.pass(25 * 60 * 60_000);
    await ask(cho);
    expect(await waiting()).toBe(WAITING_MAX + 1);
  });

  it('answers every id that is not open with the same page, and limits the requests of a network', async () => {
    const { id } = await note();
    const bodies = await Promise.all(
      [id, 'missing', '..%2f'].map(async (each) => (await (await page(each)).text()).replace(/redirect=[^"]*/, '')),
    );
    expect(new Set(bodies).size).toBe(1);
    let last = 0;
    for (let i = 0; i < 130 && last !== 429; i += 1) last = (await page(id, {}, 'HEAD')).status;
    expect(last).toBe(429);
  });
});
