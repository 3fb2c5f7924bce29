/** Legal pages, contact, and languages: each a link whose choice the server stores. */
import { useTranslation } from 'react-i18next';
import { legalLinks } from '~/features/account/legal-links';
import { Brand } from '~/features/brand/brand';
import { LANGUAGE_NAMES, LANGUAGES, languageTag } from '../../../sync/model/languages';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { WIDE } from './parts';

const link = 'focus-ring rounded-control py-1 text-13';

export function Footer() {
  const { t, i18n } = useTranslation(['landing', 'legal']);
  const legal = legalLinks();
  return (
    <footer className="border-t border-line">
      <div className={`${WIDE} flex flex-col gap-6 py-8 lg:flex-row lg:items-center`}>
        <Brand />
        <nav aria-label={t('landing:footer.legal')} className="flex flex-wrap gap-x-5 gap-y-1">
          {legal.map(([name, href]) => (
            <a key={name} href={href} className={cx(link, 'text-ink-muted hover:text-ink-strong')}>
              {t(`legal:${name}.title`)}
            </a>
          ))}
        </nav>
        <nav aria-label={t('landing:footer.language')} className="flex flex-wrap gap-x-4 gap-y-1 lg:ml-auto">
          {LANGUAGES.map((language) => (
            <a
              key={language}
              href={paths.landing(language)}
              lang={languageTag(language)}
              hrefLang={languageTag(language)}
              aria-current={i18n.language === language ? 'true' : undefined}
              className={cx(
                link,
                i18n.language === language ? 'font-medium text-ink-strong' : 'text-ink-muted hover:text-ink-strong',
              )}
            >
              {LANGUAGE_NAMES[language]}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
