/** Who has forgotten the password sets a new one, with the link of the mail that was sent. */
import { expect, test } from '@playwright/test';
import { findings } from '../support/axe';
import { createDevice } from '../support/device';
import { linkTo } from '../support/mailbox-steps';
import { createSatchel } from '../support/satchel';
import { emailOf, fillSignIn, text } from '../support/steps';

test('a forgotten password is set anew with the link of a mail, once', async () => {
  const satchel = await createSatchel();
  const laptop = createDevice();
  try {
    await satchel.start();
    const page = await laptop.open();
    await page.goto(`${satchel.url}/auth/forgot-password`);
    await page.getByLabel(text('account', 'email')).fill(emailOf('emma'));
    await page.getByRole('button', { name: text('account', 'forgot.submit') }).click();
    await expect(page.getByText(text('account', 'forgot.sentTitle'))).toBeVisible();
    const link = await linkTo(satchel.dataDir, emailOf('emma'));
    await page.goto(link);
    await page.getByLabel(text('account', 'newPassword')).fill('Changed-word-2');
    await page.getByLabel(text('account', 'confirmPassword')).fill('Changed-word-2');
    expect(await findings(page, 'a new password')).toEqual([]);
    await page.getByRole('button', { name: text('account', 'reset.submit') }).click();
    await expect(page.getByText(text('account', 'reset.doneTitle'))).toBeVisible();
    await page.goto(link);
    await expect(page.getByText(text('account', 'say.EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE'))).toBeVisible();
    await page.goto(`${satchel.url}/auth/login`);
    await fillSignIn(page, emailOf('emma'), 'Changed-word-2');
    await page.waitForURL(`${satchel.url}/search`);
  } finally {
    await laptop.dispose();
    await satchel.dispose();
  }
});
