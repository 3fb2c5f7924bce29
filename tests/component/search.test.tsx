/** Close matches on screen, which are shown if nothing on the device matches a query. */
import { within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany } from '../support/component/companies';
import { openPage, until } from '../support/component/page';

test('the home page and the command palette distinguish close matches from matches', async () => {
  const { owner, call } = await foundCompany('House of lavender');
  for (const title of ['Lavender on the roof', 'Zinc gutters']) await call(projectCalls.create, { title });
  const page = await openPage({ person: owner, path: '/search' });
  await page.sent();
  const label = page.text('shell', 'home.closest');
  const field = (): HTMLElement => page.getByRole('textbox', { name: page.text('ask', 'home.label') });
  const results = (): HTMLElement => page.getByRole('region', { name: page.text('shell', 'home.results') });
  await page.fill(field, 'lavender');
  await until(() => within(results()).getByRole('link', { name: /Lavender/ }));
  expect(page.queryByText(label)).toBeNull();
  await page.fill(field, 'lavender zeppelin ');
  await page.findByText(label);
  await within(results()).findByRole('link', { name: /Lavender/ });

  await page.user.keyboard('{Control>}k{/Control}');
  const palette = await page.dialog();
  const search = (): HTMLElement => palette.getByRole('searchbox');
  await page.fill(search, 'lavender');
  await until(() =>
    within(palette.getByRole('group', { name: page.text('shell', 'palette.found') })).getByRole('menuitem', {
      name: /Lavender/,
    }),
  );
  await page.fill(search, 'lavender zeppelin ');
  await until(() =>
    within(palette.getByRole('group', { name: page.text('shell', 'palette.closest') })).getByRole('menuitem', {
      name: /Lavender/,
    }),
  );
  expect(palette.queryByRole('group', { name: page.text('shell', 'palette.found') })).toBeNull();
});
