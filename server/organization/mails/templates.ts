/**
 * E-mail templates: texts of `locales/<language>/mail.json`, rendered as plain text and as HTML. Names are cleaned
 * (./names) and escaped in the HTML. A subject begins with Satchel's own words and puts names in quotation marks.
 */
import { readFileSync } from 'node:fs';
import i18next, { type i18n } from 'i18next';
import { installed } from '../../platform/installation';
import type { MailMessage } from '../../platform/mail/mailer';
import { LONGEST_NAME, nameInMail } from './names';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES, languageTag, type Language } from '../../../sync/model/languages';
import { escapeHtml } from '../../../sync/model/html-text';

/**
 * All kinds of messages, with their placeholders. Each is a key of the `mail` texts with `subject`, `title`, `text`,
 * `button`, `note`.
 */
export interface MailParams {
  /** activation of a registered company */
  activateCompany: { name: string; company: string };
  /** invitation to a company */
  invitation: { name: string; company: string; inviter: string };
  resetPassword: { name: string };
  passwordChanged: { name: string };
  /** confirmation of an applicant's address */
  verifyApplication: { name: string; company: string };
  /** to administrators: an application is waiting for review */
  joinRequestWaiting: { name: string; company: string; applicant: string };
  joinApproved: { name: string; company: string };
  joinRefused: { name: string; company: string };
  ownerTransferred: { name: string; company: string; owner: string };
  /** the address already has an account */
  accountExists: { name: string };
  removedFromCompany: { name: string; company: string };
  /** notifications; `lines`: their texts, whose names are already cleaned, one below the other */
  notices: { name: string; company: string; lines: string };
}
export type MailKind = keyof MailParams;

export interface MailRequest<K extends MailKind = MailKind> {
  kind: K;
  to: string;
  lang: string;
  params: MailParams[K];
  /** absolute URL of the button; '' without a button */
  link: string;
  /** absolute URL that ends mails of this kind (RFC 8058); only mails that a person can do without have one */
  unsubscribe?: string;
}

const FONTS: Partial<Record<Language, string>> = {
  ja: `'Hiragino Sans','Yu Gothic',Meiryo,`,
  ko: `'Apple SD Gothic Neo','Malgun Gothic',`,
  zh_hans: `'PingFang SC','Microsoft YaHei',`,
  zh_hant: `'PingFang TC','Microsoft JhengHei',`,
};

let texts: i18n | null = null;
function load(): i18n {
  const read = (lang: string): object =>
    JSON.parse(readFileSync(installed(`locales/${lang}/mail.json`), 'utf8')) as object;
  const instance = i18next.createInstance();
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['mail'],
    defaultNS: 'mail',
    initImmediate: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(LANGUAGES.map((lang) => [lang, { mail: read(lang) }])),
  });
  return instance;
}

/** Makes links of the addresses in a text that is escaped already. */
const linked = (html: string): string =>
  html
    .replaceAll('\n', '<br>')
    .replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" style="color:#5b6472">${url}</a>`);

/** Renders the message. */
export function compose(request: MailRequest): MailMessage {
  texts ??= load();
  const lang = isLanguage(request.lang) ? request.lang : DEFAULT_LANGUAGE;
  const t = texts.getFixedT(lang, 'mail') as (key: string, options: Record<string, unknown>) => string;
  const params = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => {
      if (name === 'lines') return [name, String(value)];
      const of = name === 'company' ? 'company' : 'person';
      return [name, nameInMail(String(value), LONGEST_NAME[of]) || t(`unnamed.${of}`, {})];
    }),
  );
  const textOf = (part: string): string => t(`${request.kind}.${part}`, { ...params, defaultValue: '' });
  const parts = {
    title: textOf('title'),
    text: textOf('text'),
    button: request.link ? textOf('button') : '',
    note: textOf('note'),
  };
  const { unsubscribe } = request;
  const footer = unsubscribe ? `${t('noticesFooter', {})}\n${unsubscribe}` : t('footer', {});
  return {
    to: request.to,
    lang,
    subject: textOf('subject'),
    text:
      [parts.title, parts.text, request.link && `${parts.button}:\n${request.link}`, parts.note, `--\n${footer}`]
        .filter(Boolean)
        .join('\n\n') + '\n',
    html: htmlOf(lang, parts, request.link, footer, t('ifButton', {})),
    ...(unsubscribe
      ? {
          headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }
      : {}),
  };
}

function htmlOf(
  lang: Language,
  parts: { title: string; text: string; button: string; note: string },
  link: string,
  footer: string,
  ifButton: string,
): string {
  const font = `font-family:${FONTS[lang] ?? ''}-apple-system,'Segoe UI',Helvetica,Arial,sans-serif`;
  const paragraph = (text: string, style: string): string =>
    text ? `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>` : '';
  const button = link
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5eff;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(parts.button)}</a></p>
${paragraph(ifButton, 'font-size:13px;color:#5b6472')}<p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${escapeHtml(link)}" style="color:#1f5eff">${escapeHtml(link)}</a></p>`
    : '';
  return `<!doctype html>
<html lang="${languageTag(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;background:#f5f6f8;${font};font-size:16px;line-height:1.6;color:#1b2430">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-weight:700;color:#1f5eff">Satchel</p>
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.4">${escapeHtml(parts.title)}</h1>
${paragraph(parts.text, '')}${button}${paragraph(parts.note, 'font-size:13px;color:#5b6472')}
</div><p style="max-width:560px;margin:16px auto 0;font-size:12px;color:#5b6472">${linked(escapeHtml(footer))}</p></body></html>
`;
}
