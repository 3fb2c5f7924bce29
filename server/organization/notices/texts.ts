/** The texts of notifications for e-mails and push messages, in the reader's language. */
import { readFileSync } from 'node:fs';
import i18next, { type i18n } from 'i18next';
import { installed } from '../../platform/installation';
import { LONGEST_NAME, nameInMail } from '../mails/names';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '../../../sync/model/languages';

let texts: i18n | null = null;
function load(): i18n {
  const instance = i18next.createInstance();
  const read = (lang: string, namespace: string): Record<string, unknown> =>
    JSON.parse(readFileSync(installed(`locales/${lang}/${namespace}.json`), 'utf8')) as Record<string, unknown>;
  void instance.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['notices'],
    defaultNS: 'notices',
    initImmediate: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(
      LANGUAGES.map((lang) => [
        lang,
        {
          notices: {
            notification: read(lang, 'shell')['notification'],
            unsubscribe: read(lang, 'mail')['unsubscribe'],
            errors: read(lang, 'errors'),
          },
        },
      ]),
    ),
  });
  return instance;
}

type Translate = (key: string, options?: Record<string, unknown>) => string;
export const textsIn = (lang: string): Translate => {
  texts ??= load();
  return texts.getFixedT(isLanguage(lang) ? lang : DEFAULT_LANGUAGE, 'notices') as Translate;
};

/** One line; names in it have no links and no text that looks like Satchel's own. */
export function noticeText(lang: string, notice: { kind: string; params: Record<string, unknown> }): string {
  const translate = textsIn(lang);
  const params = Object.fromEntries(
    Object.entries(notice.params).map(([name, value]) => [
      name,
      typeof value === 'string' ? nameInMail(value, LONGEST_NAME.company) : value,
    ]),
  );
  const { reason } = notice.params;
  return translate(`notification.${notice.kind}`, {
    ...params,
    // the code of what failed
    ...(typeof reason === 'string'
      ? { reason: translate(`errors.${reason}`, { defaultValue: translate('errors.UNKNOWN_ERROR') }) }
      : {}),
    defaultValue: translate('notification.other'),
  });
}
