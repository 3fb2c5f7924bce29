import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES, languageTag } from '../../../sync/model/languages';
import { legalDocument } from './legal-document.server';

it('gives each legal text its own title and description in each language', async () => {
  const all = await Promise.all(
    LANGUAGES.flatMap((language) =>
      (['terms', 'privacy', 'commerce', 'contact'] as const).map((of) =>
        legalDocument(
          {
            request: new Request('https://satchel.test/contact', {
              headers: { 'accept-language': languageTag(language) },
            }),
            context: {},
          },
          of,
        ),
      ),
    ),
  );
  expect(
    all.filter(
      ({ title, description }) =>
        !/^.+ · Satchel$/.test(title) || /legal|\.text/.test(description) || description.length < 5,
    ),
  ).toEqual([]);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
});

it('allows search engines to read public pages, but neither calls nor links of e-mails', () => {
  const rules = readFileSync('public/robots.txt', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Disallow: '))
    .map((line) => line.slice('Disallow: '.length));
  const isClosed = (path: string): boolean => rules.some((rule) => path.startsWith(rule));
  expect(
    ['/', '/contact', '/legal/privacy-policy', '/legal/usage-terms', '/legal/specific-based'].filter(isClosed),
  ).toEqual([]);
  expect(
    ['/api/core/note/x', '/verify/invite-user', '/invite/key', '/auth/login', '/admin/overview'].filter(
      (path) => !isClosed(path),
    ),
  ).toEqual([]);
});
