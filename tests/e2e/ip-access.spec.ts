/**
 * An owner admits the office's address only. A device that is carried elsewhere is locked out in the middle of the work, goes on with what
 * is on it, and sends it when the owner lets the address in. Each browser comes through a proxy that says where it is.
 */
import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { createBadProxy, type BadProxy } from '../support/bad-proxy';
import { createDevice } from '../support/device';
import { createSatchel } from '../support/satchel';
import { createProject, emailOf, fillSignIn, open, signIn, text, waitUntilSent, writeNote } from '../support/steps';

const OFFICE = '192.0.2.10';
const CAFE = '198.51.100.9';
const say = (key: string, params: Record<string, string | number> = {}): string => text('admin', `ip.${key}`, params);

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)).toEqual([]);
}

test('restricted to the office: locked out elsewhere with everything kept, and let in again', async () => {
  const proxies: BadProxy[] = [];
  const lineFrom = async (address: string): Promise<BadProxy> => {
    const proxy = await createBadProxy();
    Object.assign(proxy, { target: satchel.url, address });
    proxies.push(proxy);
    return proxy;
  };
  // without an origin of its own a Satchel is where its proxies say
  const satchel = await createSatchel({ PUBLIC_ORIGIN: '', TRUSTED_PROXIES: '127.0.0.1,::1' });
  const [laptop, phone] = [createDevice(), createDevice()];
  try {
    await satchel.start();
    const [office, carried] = [await lineFrom(OFFICE), await lineFrom(OFFICE)];
    const outside = await phone.open();
    await signIn(outside, carried.url, emailOf('emma'));
    const projectId = await createProject(outside, carried.url, 'Field visit');
    await waitUntilSent(outside);

    // The owner: their own address first, then both confirmations.
    const owner = await laptop.open();
    await signIn(owner, office.url, emailOf('emma'));
    await owner.goto(`${office.url}/admin/ip-management`);
    await owner.getByRole('link', { name: say('restriction.turnOn'), exact: true }).click();
    await expect(owner.getByText(say('turnOn.refusedText', { ip: OFFICE }))).toBeVisible();
    await owner.getByRole('dialog').getByRole('button', { name: say('restriction.addCurrent') }).click();
    await owner.getByLabel(say('turnOn.common', { ip: OFFICE })).check();
    await owner.getByLabel(say('turnOn.risk')).check();
    await accessible(owner);
    await owner.getByRole('button', { name: say('turnOn.confirm') }).click();
    await expect(owner.getByText(say('restriction.onText'))).toBeVisible();
    // A rule that covers whoever looks at it says why it stays.
    await owner.getByRole('link', { name: say('delete', { value: OFFICE }) }).click();
    await expect(owner.getByText(say('remove.covers', { ip: OFFICE }))).toBeVisible();
    await expect(owner.getByRole('button', { name: say('remove.confirm') })).toHaveCount(0);
    await owner.keyboard.press('Escape');
    await expect(owner.getByRole('dialog')).toHaveCount(0);

    // The phone is carried into a café.
    carried.address = CAFE;
    carried.become('ok');
    await expect(outside.getByText(text('shell', 'banner.ipBlocked'))).toBeVisible();
    await writeNote(outside, carried.url, projectId, 'Seen on site', ['The shelf is empty.']);
    await open(outside, carried.url, `/project/${projectId}`);
    await expect(outside.getByRole('link', { name: /Seen on site/ })).toBeVisible();
    await expect(outside.getByText(text('shell', 'banner.ipBlockedText'))).toBeVisible();
    const other = await phone.context.newPage();
    await other.goto(`${carried.url}/auth/login`);
    await fillSignIn(other, emailOf('emma'));
    await other.waitForURL('**/ip-blocked');
    await expect(other.getByText(CAFE)).toBeVisible();
    await accessible(other);
    await other.close();

    // The log names who was blocked and where; the owner lets the café in.
    await owner.goto(`${office.url}/admin/ip-logs?status=blocked`);
    await expect(owner.getByRole('row', { name: new RegExp(CAFE.replaceAll('.', '\\.')) }).filter({ hasText: 'Emma Clarke' }).first()).toBeVisible();
    await accessible(owner);
    const download = owner.waitForEvent('download');
    await owner.getByRole('link', { name: say('log.export') }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain(`,${CAFE},${say('log.blocked')},`);
    await owner.goto(`${office.url}/admin/ip-management?dialog=new`);
    await owner.getByLabel(say('type.range')).check();
    await owner.getByRole('textbox', { name: say('value') }).fill('198.51.100.9/99');
    await owner.getByRole('button', { name: say('form.add') }).click();
    await expect(owner.getByText(text('errors', 'IP_RULE_INVALID'))).toBeVisible();
    await owner.getByRole('textbox', { name: say('value') }).fill('198.51.100.9/24');
    await owner.getByRole('button', { name: say('form.add') }).click();
    await expect(owner.getByRole('row', { name: /198\.51\.100\.0\/24/ })).toBeVisible();

    // Looking at the page again is enough.
    await outside.evaluate(() => { dispatchEvent(new Event('focus')); });
    await waitUntilSent(outside);
    await expect(outside.getByText(text('shell', 'banner.ipBlocked'))).toHaveCount(0);
  } finally {
    await laptop.dispose();
    await phone.dispose();
    for (const proxy of proxies) await proxy.close();
    await satchel.dispose();
  }
});
