/**
 * Redirect targets as a browser resolves them: an address that the server accepts stays on this site by `new URL`, by a
 * link and by a form.
 */
import { ownAddress } from '../../sync/protocol/own-address';
import { redirectForms } from '../support/redirect-forms';
import { expect, test } from '../support/e2e';

test('of thousands of forms of a redirect, no accepted one leaves the site in Chromium', async ({ browser }) => {
  const page = await browser.newPage();
  const here = 'https://satchel.example';
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in</title>' }),
  );
  await page.goto(`${here}/auth/login`);
  const passed = [...redirectForms(6_000)].flatMap((form) => {
    const url = ownAddress(form);
    return url ? [url.pathname + url.search + url.hash] : [];
  });
  expect(passed.length).toBeGreaterThan(100);
  const left = await page.evaluate((addresses) => {
    const [link, form] = [document.createElement('a'), document.createElement('form')];
    return addresses.filter((address) => {
      link.setAttribute('href', address);
      form.setAttribute('action', address);
      return [new URL(address, document.baseURI).origin, link.origin, new URL(form.action).origin].some(
        (origin) => origin !== location.origin,
      );
    });
  }, passed);
  expect(left).toEqual([]);
  // the browser itself would leave the site for these: the reason for the check
  expect(await page.evaluate(() => new URL('//evil.example/x', document.baseURI).origin)).toBe('https://evil.example');
  await page.close();
});
