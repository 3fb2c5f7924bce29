import type { Browser, Page } from '@playwright/test';
import { newCompany, type Company } from './company';
import { openShared } from './e2e';
import type { Satchel } from './satchel';
import { signIn } from './steps';

/** A new company, and a page on which its owner is signed in. */
export async function openOwner(
  satchel: Satchel,
  browser: Browser,
): Promise<{ company: Company; page: Page; url: string }> {
  const { url } = satchel;
  const [company, page] = await Promise.all([newCompany(satchel), openShared(browser)]);
  await signIn(page, url, company.owner.email);
  return { company, page, url };
}
