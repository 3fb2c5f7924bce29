/** Creating a company in a browser: registered in three steps, activated by e-mail, its owner signed in. */
import { expect, type Page } from '@playwright/test';
import { linkTo } from './mailbox-steps';
import { fillSignIn, text } from './steps';

export interface NewCompany {
  name: string;
  owner: { name: string; email: string; password: string };
  language: string;
}

interface CompanyServer {
  url: string;
  dataDir: string;
}

/** Fills the first step of the open registration. */
export async function fillOrganization(page: Page, { name, language }: NewCompany): Promise<void> {
  await page.getByLabel(text('account', 'companyName', {}, language)).fill(name);
  await page.locator('select[name=jobRoleId]').selectOption('executive');
  await page.getByRole('button', { name: text('account', 'continue', {}, language) }).click();
}

/**
 * Opens the e-mail of the registration through the page's proxy, and activates the company with a password; ends at the
 * checklist, signed in.
 */
export async function activateCompany(
  page: Page,
  server: CompanyServer,
  { name, owner, language }: NewCompany,
): Promise<void> {
  const { pathname, search } = new URL(await linkTo(server.dataDir, owner.email, '/verify/create-company'));
  await page.goto(server.url + pathname + search);
  await page.getByLabel(text('account', 'newPassword', {}, language), { exact: true }).fill(owner.password);
  await page.getByLabel(text('account', 'confirmPassword', {}, language)).fill(owner.password);
  await page.getByRole('button', { name: text('account', 'activate.submit', {}, language) }).click();
  await expect(
    page.getByRole('heading', { name: text('account', 'ready.titleOf', { company: name }, language) }),
  ).toBeVisible();
}

/** Signs in with the form, and ends at `to`. */
export async function enter(
  page: Page,
  server: Pick<CompanyServer, 'url'>,
  person: { email: string; password: string },
  language: string,
  to = '/search',
): Promise<void> {
  await page.goto(`${server.url}/auth/login?redirect=${encodeURIComponent(to)}`);
  await fillSignIn(page, person.email, person.password, language);
  await page.waitForURL((at) => at.pathname + at.search === to);
}
