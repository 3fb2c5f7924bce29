/** Files other than images that are added to a note: offered to its project. */
import { expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

test('a file added to an empty new note is offered to the project of its address', async () => {
  const company = await foundCompany('House of drafts');
  const { id } = await company.call(projectCalls.create, { title: 'Drafts' });
  const device = new Device((await theServer()).url);
  const page = await openPage({ device, person: company.owner, path: `/project/${id}/note/new` });
  await until(() => expect(document.querySelector('[data-note-editor=ready]')).not.toBeNull());
  await page.give(
    () => page.element('input[type=file][accept="image/*"]')!,
    new File(['Plan'], 'plan.txt', { type: 'text/plain' }),
  );
  await until(() => page.getByText(page.text('files', 'offer.title', { count: 1, title: 'Drafts' })));
  await page.press(() => page.getByRole('button', { name: page.text('common', 'add') }));
  await until(() => page.getByText(page.text('files', 'addedTo', { count: 1, title: 'Drafts' })));
});
