import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compose, type MailRequest, type MailKind } from './templates';
import { LANGUAGES } from '../../../sync/model/languages';

const KINDS = Object.entries(
  JSON.parse(readFileSync(fileURLToPath(new URL('../../../locales/en/mail.json', import.meta.url)), 'utf8')) as object,
)
  .filter(([, texts]) => typeof texts === 'object' && 'subject' in texts)
  .map(([kind]) => kind) as MailKind[];
const PARAMS = { name: 'Emma', company: 'Lantern Works', inviter: 'Misaki', applicant: 'Ming', owner: 'Jihoon' };
/** texts of notifications, whose names are cleaned before (server/organization/notices/texts.ts) */
const LINES = '• The note “Release” was shared with you';
/** Names that would become links, or contain more than a name. */
const ADDRESSES = [
  'https://evil.example/x?y=z',
  'HTTP://EVIL.EXAMPLE',
  'ftp://evil.example:21',
  'www.evil.example',
  'evil.example',
  'evil．example',
  'evil。example',
  'evil․example',
  'https：//evil.example',
  'mailto:a@evil.example',
  'a@evil.example',
  'a＠evil.example',
  '请访问evil.example领取',
  'Sign in at evil.example/login now',
  'sub.evil.example#x',
  'A\r\nBcc: all@evil.example',
  'A\u2028B',
  'A\tB',
  'x\u202egnp.live',
  'evil\u200b.example',
  ' \u200b\u202e ',
  '“”',
  'Free gift '.repeat(20),
  '家'.repeat(500),
  '”: your account is closed. “',
];
const LINK = 'https://satchel.example/verify/create-company?activeKey=abc.def&x=1';

it.each(LANGUAGES)(
  'every message in %s is complete: all placeholders are filled, and both forms contain its link',
  (lang) => {
    for (const kind of KINDS) {
      const mail = compose({
        kind,
        to: 'a@example.com',
        lang,
        params: { ...PARAMS, lines: LINES },
        link: LINK,
      } as MailRequest);
      for (const part of [mail.subject, mail.text, mail.html]) {
        expect(part, kind).not.toMatch(/\{\{|undefined|\bmail:/);
        expect(part.length).toBeGreaterThan(5);
      }
      expect(mail.text).toContain(LINK);
      expect(mail.html).toContain('href="https://satchel.example/verify/create-company?activeKey=abc.def&amp;x=1"');
    }
  },
);

it.each(LANGUAGES)('a subject in %s starts with Satchel’s name or words and quotes other names', (lang) => {
  for (const kind of KINDS) {
    const name = 'Your account is locked';
    const { subject } = compose({
      kind,
      to: 'a@example.com',
      lang,
      link: LINK,
      params: { ...Object.fromEntries(Object.keys(PARAMS).map((of) => [of, name])), lines: LINES },
    } as unknown as MailRequest);
    if (subject.includes(name))
      expect(subject, kind).toMatch(
        /^(Satchel: |【Satchel】|\[Satchel\] )(.*)(“Your account is locked”|‘Your account is locked’|「Your account is locked」)/,
      );
    expect(subject.replaceAll(name, '').length, kind).toBeGreaterThan(12);
  }
});

it.each(LANGUAGES)('a name in %s adds no link, line break or long text to a mail, and is never empty', (lang) => {
  for (const name of ADDRESSES) {
    for (const kind of KINDS) {
      const { subject, text } = compose({
        kind,
        to: 'a@example.com',
        lang,
        link: LINK,
        params: { ...Object.fromEntries(Object.keys(PARAMS).map((of) => [of, name])), lines: LINES },
      } as unknown as MailRequest);
      for (const part of [subject, text.replace(LINK, '')]) {
        expect(part, `${kind}: ${name}`).not.toMatch(
          /https?:|@|evil[.。．｡․]|[.。．｡․]example|[\u202a-\u202e\u2066-\u2069\u200b]/iu,
        );
        expect(part, `${kind}: ${name}`).not.toMatch(/“”|‘’|「」|[“‘]\s|\{\{/);
      }
      expect(subject).not.toMatch(/[\r\n\u2028\u2029\t]/);
      expect(subject.length).toBeLessThan(120);
    }
  }
});

it('user input is escaped in the HTML and on one line in the subject', () => {
  const mail = compose({
    kind: 'invitation',
    to: 'a@example.com',
    lang: 'en',
    link: LINK,
    params: { name: '<img src=x onerror=1>', company: 'A\r\nBcc: everybody@example.com', inviter: '"><script>' },
  });
  expect(mail.html).not.toMatch(/<img|<script/);
  expect(mail.subject).not.toMatch(/[\r\n]/);
  expect(mail.text).toContain('<img src=x onerror=1>');
});

it('an unknown language falls back to English', () => {
  expect(
    compose({ kind: 'resetPassword', to: 'a@example.com', lang: 'xx', params: { name: 'Emma' }, link: LINK }).subject,
  ).toBe('Set a new Satchel password');
});
