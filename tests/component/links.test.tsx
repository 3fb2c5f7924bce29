/** Links of a project on screen: addresses, errors of invalid ones, duplicates, websites and their pages. */
import { within } from '@testing-library/dom';
import { beforeAll, expect, test } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { foundCompany, type Company } from '../support/component/companies';
import { Device } from '../support/component/device';
import { openPage, until, type Page } from '../support/component/page';
import { theServer } from '../support/component/server';

let company: Company;
beforeAll(async () => {
  company = await foundCompany('House of links');
});

/**
 * Opens the links of a new project, and cuts the connection, so that no page is crawled and rows stay as this device
 * created them.
 */
const openLinks = async (title: string): Promise<Page> => {
  const device = new Device((await theServer()).url);
  const { id } = await company.call(projectCalls.create, { title });
  const page = await openPage({ device, person: company.owner, path: `/project/${id}?tab=links` });
  await until(() => page.getByText(page.text('links', 'empty')));
  device.become('cut');
  return page;
};
const field = (page: Page) => () => page.getByLabelText(page.text('links', 'address'));
const submit = (page: Page) => page.press(() => page.getByRole('button', { name: page.text('common', 'add') }));
const add = async (page: Page, address: string) => {
  await page.fill(field(page), address);
  await submit(page);
};
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=table] [data-row-id]')];

test('an empty address and an invalid one have the error texts of the specification', async () => {
  const page = await openLinks('Wrong');
  await submit(page);
  await until(() => page.getByText('Please enter a URL'));
  await add(page, 'not an address');
  await until(() => page.getByText('Please enter a valid URL'));
  await add(page, 'javascript:alert(1)');
  await until(() => page.getByText('Please enter a valid URL'));
  await add(page, 'http://192.168.1.1/router');
  await until(() => page.getByText(page.text('errors', 'WEBSITE_URL_NOT_PUBLIC')));
  await add(page, 'https://example.org:8443/guide');
  await until(() => page.getByText(page.text('errors', 'WEBSITE_PORT_NOT_ALLOWED')));
  expect(rows()).toEqual([]);
});

test('a page is in the table immediately and waits; a duplicate shows the existing link', async () => {
  const page = await openLinks('Pages');
  await until(() => page.getByText(page.text('shell', 'banner.unreachable')));
  await add(page, 'example.org/guide');
  // nothing is crawled offline
  await until(() => page.getByText(page.text('links', 'addedOffline.singleUrl')));
  await until(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]!.textContent).toContain('example.org/guide');
  expect(rows()[0]!.textContent).toContain(page.text('links', 'state.waiting'));
  await add(page, 'https://example.org/guide');
  await until(() => page.getByText(page.text('errors', 'SINGLE_URL_DUPLICATED')));
  expect(rows()).toHaveLength(1);
});

test('a website has crawl settings, which can be changed later', async () => {
  const page = await openLinks('Sites');
  await page.press(() => page.getByRole('radio', { name: page.text('links', 'wholeSite') }));
  await page.press(() => page.getByRole('button', { name: page.text('links', 'settings.more') }));
  await page.fill(() => page.getByLabelText(page.text('links', 'settings.pages')), '0');
  await add(page, 'https://example.org');
  await until(() => page.getByText(page.text('links', 'settings.pagesInvalid', { max: 2000 })));
  await page.fill(() => page.getByLabelText(page.text('links', 'settings.pages')), '20');
  await submit(page);
  await until(() => expect(rows()).toHaveLength(1));
  const title = rows()[0]!.querySelector('a')!.textContent!;
  await page.press(() => within(rows()[0]!).getByRole('button', { name: page.text('files', 'menu.label', { title }) }));
  await page.press(() => page.getByRole('menuitem', { name: page.text('links', 'menu.settings') }));
  const dialog = await page.dialog();
  expect((dialog.getByLabelText(page.text('links', 'settings.pages')) as HTMLInputElement).value).toBe('20');
});

test('a website is crawled while its page is open, and its texts stay without connection and website', async () => {
  const { url, intranet } = await theServer();
  const device = new Device(url);
  const { id } = await company.call(projectCalls.create, { title: 'Handbook' });
  const html = (title: string, text: string, links = ''): string =>
    `<!doctype html><html lang="en"><title>${title}</title><body><main><h1>${title}</h1><p>${text.repeat(8)}</p>${links}`;
  intranet.pages.set('/', html('Harbour handbook', 'How the harbour works. ', '<a href="/pier">The pier</a>'));
  intranet.pages.set('/pier', html('The pier', 'Kingfishers nest below the pier. '));
  const page = await openPage({ device, person: company.owner, path: `/project/${id}?tab=links` });
  await until(() => page.getByText(page.text('links', 'empty')));
  await page.press(() => page.getByRole('radio', { name: page.text('links', 'wholeSite') }));
  await add(page, `${intranet.origin}/`);
  await until(() => expect(rows().map((row) => row.dataset['linkState'])).toEqual(['crawled']));
  const site = rows()[0]!;
  expect(site.textContent).toContain('Harbour handbook');
  await page.press(() =>
    within(site).getByRole('button', { name: page.text('links', 'pagesLabel', { title: 'Harbour handbook' }) }),
  );
  await until(() => expect(rows()).toHaveLength(3));

  device.become('cut');
  intranet.pages.clear();
  await page.press(() => within(rows()[2]!).getByRole('link', { name: 'The pier' }));
  const sheet = (): HTMLElement => page.element('[data-item-sheet]')!;
  await until(() => expect(sheet().textContent).toContain('Kingfishers nest below the pier.'));
  // with a link to the original, which is not loaded here
  expect(sheet().querySelector('a[href$="/pier"]')!.getAttribute('href')).toBe(`${intranet.origin}/pier`);
});

test('a missing page and a page that needs a browser have error texts', async () => {
  const { url, intranet } = await theServer();
  const device = new Device(url);
  const { id } = await company.call(projectCalls.create, { title: 'Unreadable' });
  intranet.pages.set('/app', '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>');
  const page = await openPage({ device, person: company.owner, path: `/project/${id}?tab=links` });
  await until(() => page.getByText(page.text('links', 'empty')));
  for (const [path, said] of [
    ['/missing', 'WEBSITE_URL_NOT_ACCESSIBLE'],
    ['/app', 'LINK_NEEDS_BROWSER'],
  ] as const) {
    await add(page, intranet.origin + path);
    await until(() => page.getByText(page.text('errors', said)));
  }
  intranet.pages.clear();
});
