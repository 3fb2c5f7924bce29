/** The five languages, by the codes of profiles and translation files. */
export const LANGUAGES = ['en', 'zh_hans', 'zh_hant', 'ja', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

/** Each name in its own language; never translated. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  zh_hans: '简体中文',
  zh_hant: '繁體中文',
  ja: '日本語',
  ko: '한국어',
};

/** The key under which a chosen language is stored, as a cookie and in local storage. */
export const LANGUAGE_KEY = 'lang';

export const isLanguage = (value: unknown): value is Language => (LANGUAGES as readonly unknown[]).includes(value);

/** The BCP 47 tag of a language, for `lang` attributes and `Intl`; English for any other code. */
export const languageTag = (language: string): string =>
  ({ en: 'en', zh_hans: 'zh-Hans', zh_hant: 'zh-Hant', ja: 'ja', ko: 'ko' })[language as Language] ?? 'en';

/** The language of a BCP 47 tag, or null: `zh-TW` → zh_hant, `zh` → zh_hans, `en-GB` → en. */
export function fromTag(tag: string): Language | null {
  const [base, ...rest] = tag.toLowerCase().split(/[-_]/);
  if (base === 'zh')
    return rest.some((r) => r === 'hant' || r === 'tw' || r === 'hk' || r === 'mo') ? 'zh_hant' : 'zh_hans';
  return base === 'en' || base === 'ja' || base === 'ko' ? base : null;
}

/** The best supported language for an Accept-Language header. */
export function fromAcceptLanguage(header: string): Language | null {
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const q = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean);
      return { tag, q: q === undefined ? 1 : Number(q) };
    })
    .filter((w) => w.tag && w.q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wishes) {
    const language = fromTag(tag);
    if (language) return language;
  }
  return null;
}

/** The language of a request: the cookie (a person's choice), otherwise the browser's preference. */
export function languageOfRequest(headers: Headers): Language {
  const cookie = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([\\w-]+)`).exec(headers.get('cookie') ?? '')?.[1];
  if (isLanguage(cookie)) return cookie;
  return fromAcceptLanguage(headers.get('accept-language') ?? '') ?? DEFAULT_LANGUAGE;
}
