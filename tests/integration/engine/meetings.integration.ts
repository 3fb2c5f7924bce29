/** Moving meetings, and page sizes of collections with large documents. */
import { expect, test } from 'vitest';
import { synced, until } from '../../support/engine-device';
import { engineSuite } from '../../support/engine-suite';

const suite = engineSuite();

test('a private meeting moved to a project is shared with the project; a chosen range stays', async () => {
  const { server } = suite;
  const { api } = await suite.device();
  const project = await api.run('project.create', { title: 'House' });
  const { id } = await api.run('meeting.create', { projectId: '', title: 'Kick-off', type: 'record', language: 'en' });
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({ shareRange: 'private', space: `meeting:${id}` });
  await api.run('meeting.update', { id, projectId: project.id });
  await until(
    api,
    { kind: 'one', collection: 'meetings', id },
    (m) => m?.shareRange === 'project' && m.projectId === project.id,
  );
  await synced(api);
  const moved = server.pushed('meetings').at(-1)!;
  expect(moved[0]!.newDocumentState).toMatchObject({ shareRange: 'project', space: `project:${project.id}` });
  server.put('meetings', { id, shareRange: 'team' });
  await until(api, { kind: 'one', collection: 'meetings', id }, (m) => m?.shareRange === 'team');
  const other = await api.run('project.create', { title: 'Garden' });
  await api.run('meeting.update', { id, projectId: other.id });
  await synced(api);
  expect(server.doc('meetings', id)).toMatchObject({ shareRange: 'team', projectId: other.id });
});

test('texts are pulled in small pages, other documents in large ones', async () => {
  const { server } = suite;
  for (let i = 0; i < 60; i += 1)
    server.put('noteContents', {
      id: `n${i}`,
      space: 'project:p1',
      subject: 'note',
      subjectId: `n${i}`,
      creatorId: 'u1',
      state: '',
    });
  const { api } = await suite.device();
  await synced(api);
  await until(api, { kind: 'count', collection: 'noteContents' }, (n) => n === 60);
  const limits = (collection: string): number[] =>
    server.requests
      .filter((r) => r.path.endsWith(`/${collection}/pull`))
      .map((r) => (r.body as { limit: number }).limit);
  expect(new Set(limits('noteContents'))).toEqual(new Set([25]));
  expect(limits('noteContents').length).toBeGreaterThanOrEqual(3);
  expect(new Set(limits('projects'))).toEqual(new Set([200]));
});
