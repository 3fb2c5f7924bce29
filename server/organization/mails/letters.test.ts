import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compose, type Letter, type LetterKind } from './letters';

const KINDS = Object.keys(JSON.parse(readFileSync(fileURLToPath(new URL('../../../locales/en/mail.json', import.meta.url)), 'utf8')) as object).filter((key) => key !== 'footer' && key !== 'ifButton') as LetterKind[];
const PARAMS = { name: 'Emma', company: 'Lantern Works', inviter: 'Misaki', applicant: 'Ming', owner: 'Jihoon' };
const LINK = 'https://satchel.example/verify/create-company?activeKey=abc.def&x=1';

it.each(['en', 'zh_hans', 'zh_hant', 'ja', 'ko'])('every message in %s is whole: no hole is left, and its link is in both forms', (lang) => {
  for (const kind of KINDS) {
    const mail = compose({ kind, to: 'a@example.com', lang, params: PARAMS, link: LINK } as Letter);
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part, kind).not.toMatch(/\{\{|undefined|\bmail:/);
      expect(part.length).toBeGreaterThan(5);
    }
    expect(mail.text).toContain(LINK);
    expect(mail.html).toContain('href="https://satchel.example/verify/create-company?activeKey=abc.def&#38;x=1"');
  }
});

it('what people typed is text in the HTML and one line in the subject', () => {
  const mail = compose({ kind: 'invitation', to: 'a@example.com', lang: 'en', link: LINK, params: { name: '<img src=x onerror=1>', company: 'A\r\nBcc: everybody@example.com', inviter: '"><script>' } });
  expect(mail.html).not.toMatch(/<img|<script/);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain('<img src=x onerror=1>');
});

it('an unknown language is English', () => {
  expect(compose({ kind: 'resetPassword', to: 'a@example.com', lang: 'xx', params: { name: 'Emma' }, link: LINK }).subject).toBe('Set a new Satchel password');
});
