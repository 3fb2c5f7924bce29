/** The history of a project: its events, filters by person and kind, and reading offline. */
import { expect, test } from 'vitest';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, join, newPerson } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

test('shows the events and their authors, also offline', async () => {
  const company = await foundCompany('House of history');
  const rei = newPerson('Rei Sato');
  const reiId = await join(company, rei);
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Autumn' });
  await company.call(projectCalls.setContributors, { projectId, userIds: [reiId], departmentIds: [] });
  await company.call(noteCalls.save, { projectId, title: 'Leaves', content: '' });
  const { id: otherId } = await company.call(projectCalls.create, { title: 'Closed' });
  const { id: noteId } = await company.call(noteCalls.save, { projectId: otherId, title: 'Secret', content: '' });
  await company.call(noteCalls.save, { projectId, noteId, title: 'Snow' });
  await company.call(projectCalls.archive, { projectId, archived: true });
  await company.call(projectCalls.archive, { projectId, archived: false });
  await company.call(projectCalls.setOwner, { projectId, userId: reiId });
  const device = (await openPage({ person: rei, path: `/project/${projectId}` })).device;
  const page = await openPage({ device, person: rei, path: `/project/${projectId}` });
  await page.call(noteCalls.save, { projectId, title: 'Branches', content: '' });
  await page.press(() => page.getByRole('button', { name: page.text('project', 'menu.label', { title: 'Autumn' }) }));
  await page.press(() => page.getByRole('menuitem', { name: page.text('project', 'menu.history') }));
  await page.at(`/project/${projectId}/history`);
  const rows = (): string[] =>
    [...page.getByRole('list', { name: page.text('history', 'title') }).querySelectorAll('li')].map(
      (row) => row.textContent ?? '',
    );
  await until(() => expect(rows()).toHaveLength(9));
  expect(rows().slice(1, 6)).toEqual([
    expect.stringContaining('transferred the project to Rei Sato'),
    expect.stringContaining('unarchived the project'),
    expect.stringContaining('archived the project'),
    // the title of the other project is unknown here
    expect.stringContaining('changed the title to “Snow”'),
    expect.stringContaining('moved “Snow” to this project'),
  ]);
  expect(rows()[0]).toContain('Rei Sato added “Branches”');
  expect(rows()[7]).toContain('added to the project: Rei Sato');
  expect(rows()[8]).toContain('created the project “Autumn”');

  device.become('cut');
  await page.follow(`/project/${projectId}`);
  await page.follow(`/project/${projectId}/history`);
  await until(() => page.getByText(new RegExp(page.text('common', 'lastKnown.updated'))));
  await until(() => expect(rows()).toHaveLength(9));
  // filtered by person, on the device
  await page.press(() => page.getByRole('button', { name: /Everyone/ }));
  await page.press(() => page.getByRole('option', { name: 'Rei Sato' }));
  await until(() => expect(rows()).toHaveLength(1));
  await page.press(() => page.getByRole('button', { name: /Everything/ }));
  await page.press(() => page.getByRole('option', { name: page.text('history', 'group.moved') }));
  await until(() => page.getByText(page.text('history', 'empty')));
});

test('a history and an inbox that were never opened can be read offline', async () => {
  const company = await foundCompany('House of bad networks');
  const { id: projectId } = await company.call(projectCalls.create, { title: 'Autumn' });
  await company.call(noteCalls.save, { projectId, title: 'Leaves', content: '' });
  const device = new Device((await theServer()).url);
  const stored = new Set<string>();
  device.overhear = (message) => {
    const words = JSON.stringify(message);
    if (words.includes('answer.store'))
      for (const list of ['history', 'tasks']) if (words.includes(list)) stored.add(list);
    return false;
  };
  const page = await openPage({ device, person: company.owner, path: `/project/${projectId}` });
  await until(() => expect([...stored].sort()).toEqual(['history', 'tasks']));
  device.become('cut');
  await page.follow(`/project/${projectId}/history`);
  await until(() => page.getByText(/“Leaves”/));
  await page.follow('/workshop/inbox');
  await until(() => page.getByText(page.text('inbox', 'empty')));
});
