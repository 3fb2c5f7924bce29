/** Resetting a forgotten password with the link of the e-mail; errors of the sign-in forms. */
import { beforeAll, expect, test } from 'vitest';
import { foundCompany, newPerson } from '../support/component/companies';
import { openPage, until, type Page } from '../support/component/page';
import { demoPerson, theServer } from '../support/component/server';

const owner = newPerson('Olga Owner');
beforeAll(() => foundCompany('Lost Keys', 'en', owner));

const field = (name: string) => (): HTMLInputElement =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
async function signInWithForm(page: Page, email: string, password: string): Promise<void> {
  await page.fill(field('email'), email);
  await page.fill(field('password'), password);
  await page.press(() => page.getByRole('button', { name: page.text('auth', 'signIn') }));
}

test('a forgotten password is reset with the link of an e-mail, once', async () => {
  const server = await theServer();
  const page = await openPage({ path: '/auth/forgot-password' });
  const email = (): HTMLElement => page.getByLabelText(page.text('account', 'email'));
  const submit = (): HTMLElement => page.getByRole('button', { name: page.text('account', 'forgot.submit') });
  await page.fill(email, 'nobody');
  await page.press(submit);
  await page.findByText(page.text('auth', 'emailInvalid'));
  await page.fill(email, owner.email);
  await page.press(submit);
  await page.findByText(page.text('account', 'forgot.sentTitle'));
  const link = await server.linkTo(owner.email, '/verify/retrieve-password');
  await page.goTo(link);
  await page.fill(() => page.getByLabelText(page.text('account', 'newPassword')), 'Changed-word-2');
  await page.fill(() => page.getByLabelText(page.text('account', 'confirmPassword')), 'Changed-word-3');
  await page.press(() => page.getByRole('button', { name: page.text('account', 'reset.submit') }));
  await page.findByText(page.text('account', 'messages.confirmMismatch'));
  await page.fill(() => page.getByLabelText(page.text('account', 'confirmPassword')), 'Changed-word-2');
  await page.press(() => page.getByRole('button', { name: page.text('account', 'reset.submit') }));
  await page.findByText(page.text('account', 'reset.doneTitle'));
  await page.goTo(link);
  await page.findByText(page.text('account', 'messages.EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE'));
  await page.goTo('/auth/login');
  await signInWithForm(page, owner.email, owner.password);
  await page.findByText(page.text('errors', 'USER_PASSOWRD_MISMATCHED'));
  await signInWithForm(page, owner.email, 'Changed-word-2');
  await page.at('/search');
});

test('the sign-in reports missing and wrong values, keeps the address, and opens the requested screen', async () => {
  const page = await openPage({ path: '/auth/login?redirect=%2Fmy-base%2Fproject' });
  const submit = (): HTMLElement => page.getByRole('button', { name: page.text('auth', 'signIn') });
  await page.press(submit);
  await page.findByText(page.text('auth', 'emailRequired'));
  await page.findByText(page.text('auth', 'passwordRequired'));
  await page.fill(field('email'), 'nobody');
  await page.press(submit);
  await page.findByText(page.text('auth', 'emailInvalid'));
  const emma = demoPerson('emma');
  await signInWithForm(page, emma.email, 'Wrong-demo-1');
  await page.findByText(page.text('errors', 'USER_PASSOWRD_MISMATCHED'));
  expect(field('email')().value).toBe(emma.email);
  await signInWithForm(page, emma.email, emma.password);
  await page.at('/my-base/project');
  await page.sent();
  // the workspace has handled the cookie of a new sign-in, so that no notification is repeated
  expect(document.cookie).not.toContain('freshSession');
});

test('without a session a screen leads to the sign-in and back; a member cannot open the console', async () => {
  const page = await openPage({ path: '/admin' });
  await page.at('/auth/login?redirect=%2Fadmin');
  const ming = demoPerson('ming');
  await signInWithForm(page, ming.email, ming.password);
  await page.at('/no-access');
  await until(() => page.getByRole('heading', { level: 1 }));
});
