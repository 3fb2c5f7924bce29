/** Favourites in the sidebar: added by the star, ordered by keyboard, personal. */
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
let device: Device;
const ids: string[] = [];
beforeAll(async () => {
  company = await foundCompany('House of stars');
  device = new Device((await theServer()).url);
  for (const title of ['First star', 'Second star']) ids.push((await company.call(projectCalls.create, { title })).id);
});

test('the star puts a project into the sidebar, where the keyboard orders it', async () => {
  const page = await openPage({ device, person: company.owner, path: `/project/${ids[0]}` });
  const star = () => page.getByRole('button', { name: page.text('project', 'favourite.add') });
  await page.press(star);
  await page.goTo(`/project/${ids[1]}`);
  await page.press(star);
  const list = () =>
    [...page.getByRole('region', { name: page.text('project', 'favourite.title') }).querySelectorAll('li a')].map(
      (link) => link.textContent,
    );
  await until(() => expect(list()).toEqual(['First star', 'Second star']));
  const link = page.getByRole('region', { name: page.text('project', 'favourite.title') }).querySelectorAll('li a')[1]!;
  link.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }));
  await until(() => expect(list()).toEqual(['Second star', 'First star']));
  await page.press(() => page.getByRole('button', { name: page.text('project', 'favourite.remove') }));
  await until(() => expect(list()).toEqual(['First star']));
  await page.sent();
});
