/** A person of two organizations who is removed from the one that is open: the page says which is open now, and why. */
import { expect, test } from '@playwright/test';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { foundCompany, type NewCompany } from '../support/company-steps';
import { createDevice } from '../support/device';
import { HttpDevice } from '../support/http-device';
import { linkTo } from '../support/mailbox-steps';
import { createSatchel, type Satchel } from '../support/satchel';
import { emailOf, signIn, text, waitUntilSent } from '../support/steps';

const SECOND: NewCompany = { name: 'Second House', owner: { name: 'Olga Owner', email: 'olga@second.example', password: 'Second-house-1' }, language: 'en' };

let satchel: Satchel;

test.beforeAll(async () => {
  satchel = await createSatchel();
  await satchel.start();
});
test.afterAll(async () => { await satchel?.dispose(); });

test('who is removed from the organization that is open reads which one is open now', async () => {
  const device = createDevice();
  try {
    const page = await device.open();
    await foundCompany(page, satchel, SECOND);
    const owner = new HttpDevice(satchel.url);
    await owner.call(identityCalls.login, { email: SECOND.owner.email, password: SECOND.owner.password });
    const { userCompany } = await owner.call(identityCalls.my, {});
    const companyId = userCompany!.companyId;
    const { userId } = await owner.call(invitationCalls.invite, { companyId, email: emailOf('emma'), name: 'Emma Clarke' });
    const link = new URL(await linkTo(satchel.dataDir, emailOf('emma'), '/verify/invite-user'));
    await owner.call(invitationCalls.accept, { activeKey: link.searchParams.get('activeKey')! });

    await signIn(page, satchel.url, emailOf('emma'));
    const opened = (name: string) => page.getByRole('button', { name: text('shell', 'organizationButton', { name }) }).first();
    await expect(opened(SECOND.name)).toBeVisible();
    await owner.call(memberCalls.remove, { companyId, userId });
    const banner = page.getByRole('alert').filter({ hasText: text('shell', 'banner.moved', { name: 'Lantern Works' }) });
    await expect(banner).toContainText(text('shell', 'banner.movedText', { left: SECOND.name }), { timeout: 90_000 });
    await expect(opened('Lantern Works')).toBeVisible();
    await waitUntilSent(page);
    await banner.getByRole('button', { name: text('common', 'close') }).click();
    await expect(banner).toHaveCount(0);
  } finally {
    await device.dispose();
  }
});
