/** Backlinks come from the texts of the device: offline, under present titles, of documents that the person can read. */
import { expect, test } from 'vitest';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { toBase64 } from '../../../sync/merge/yjs';
import type { LiveQuery, LiveValue } from '../../../sync/engine/host/api';
import { meetingNoteId } from '../../../sync/model/ids';
import { synced, until } from '../../support/engine-device';
import { engineSuite, Line } from '../../support/engine-suite';

const suite = engineSuite();
type Backlinks = Extract<LiveQuery, { kind: 'backlinks' }>;
const of = (id: string): Backlinks => ({ kind: 'backlinks', target: { kind: 'note', id } });
const titles = (links: LiveValue<Backlinks>): string => links.map(({ title }) => title).join('|');

test('a note is listed where its target is, offline, under its new title, until the mention is gone', async () => {
  const line = new Line(() => suite.server);
  const { api } = await suite.device({ fetch: line.fetch, searchGatherMs: 1 });
  const { id: projectId } = await api.run('project.create', { title: 'Launch' });
  const { id: plan } = await api.run('note.create', { projectId, title: 'Plan' });
  await synced(api);
  line.cut = true;
  await api.hint('offline');
  const { id } = await api.run('note.create', { projectId, title: 'Minutes' });
  const text = await api.openText(id, () => {});
  await text.append(
    stateFromMarkdown(`See [Plan](mention:note/${plan}), [me](mention:note/${id}), [x](mention:project/${plan})`),
  );
  await text.compact();
  await until(api, of(plan), (links) => titles(links) === 'Minutes');
  await until(api, of(id), (links) => links.length === 0);
  await api.run('note.rename', { id, title: 'Minutes of Monday' });
  const [link] = await until(api, of(plan), (links) => titles(links) === 'Minutes of Monday');
  expect(link).toEqual({ collection: 'notes', id, title: 'Minutes of Monday', projectId });
  // the target of a mention is no word
  expect((await api.search(plan)).results).toEqual([]);
  await api.run('note.delete', { id });
  await until(api, of(plan), (links) => links.length === 0);
  await text.close();
});

test('the note of a meeting is listed as the meeting, and what cannot be read is not listed', async () => {
  const { server } = suite;
  const { api } = await suite.device({ searchGatherMs: 1 });
  const mentioning = toBase64(stateFromMarkdown('[Plan](mention:note/n1)'));
  server.put('meetings', { id: 'm1', title: 'Kick-off', projectId: '', participants: [], recordings: [] });
  const contentId = meetingNoteId('m1');
  server.put('noteContents', {
    id: contentId,
    subject: 'meeting',
    subjectId: 'm1',
    creatorId: 'u2',
    state: mentioning,
  });
  // its row is hidden from this person
  server.put('noteContents', { id: 'n9', subject: 'note', subjectId: 'n9', creatorId: 'u2', state: mentioning });
  await until(api, of('n1'), (links) => titles(links) === 'Kick-off');
  server.put('meetings', { id: 'm1', title: 'Kick-off of June' });
  await until(api, of('n1'), (links) => titles(links) === 'Kick-off of June');
  server.remove('meetings', 'm1');
  server.remove('noteContents', contentId);
  await until(api, of('n1'), (links) => links.length === 0);
});
