/** Images of notes on screen: each note shows its own, even if another note uses the same id. */
import { beforeAll, expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { drawDemoPicture } from '../../server/core/notes/demo/picture';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let device: Device;
const documents = { projectId: '', noteId: '', otherId: '' };
beforeAll(async () => {
  company = await foundCompany('House of pictures');
  device = new Device((await theServer()).url);
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Pictures' });
  const [note, other] = [
    await company.call(noteCalls.save, { projectId, title: 'Mine', content: 'Mine.' }),
    await company.call(noteCalls.save, { projectId, title: 'Another', content: 'Another.' }),
  ];
  Object.assign(documents, { projectId, noteId: note.id, otherId: other.id });
});

test('a note with the image id of another note does not show that image', async () => {
  const { projectId, noteId, otherId } = documents;
  const page = await openPage({ device, person: company.owner, path: `/project/${projectId}/note/${noteId}` });
  await page.sent();
  const { run } = await import('../../app/replica/client');
  const picture = new Blob([drawDemoPicture().bytes as BlobPart]);
  const { id } = await run('image.add', { contentId: noteId, file: picture });
  for (const [of, title] of [
    [noteId, 'Mine'],
    [otherId, 'Another'],
  ] as const)
    await company.call(noteCalls.save, { noteId: of, projectId, title, content: `![a plan](image:${id})` });
  const { refresh } = await import('../../app/replica/client').then(({ replica }) => replica());
  await refresh();
  const state = () => document.querySelector<HTMLElement>('.note-image')?.dataset['state'];
  await until(() => expect(state()).toBe('shown'));
  await page.follow(`/project/${projectId}/note/${otherId}`);
  await until(() => expect(state()).toBe('missing'));
  expect(document.querySelector('.note-image img')?.getAttribute('src')).toBeNull();
  await page.follow(`/project/${projectId}/note/${noteId}`);
  await until(() => expect(state()).toBe('shown'));
});
