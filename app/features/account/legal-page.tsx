/** A legal text or the contact page: the operator of this installation, and sections of the `legal` texts. */
import { useTranslation } from 'react-i18next';
import { legalLinks } from './legal-links';
import { BrandHeader } from '~/features/brand/brand-header';
import type { LoadContext } from '../../../server/platform/http/load-context';

export type LegalText = 'terms' | 'privacy' | 'commerce' | 'contact';

export interface LegalDocument {
  title: string;
  description: string;
  /** null: not configured */
  operator: LoadContext['operator'] | null;
}

export function LegalPage({ of, operator }: { of: LegalText; operator: LoadContext['operator'] | null }) {
  const { t } = useTranslation('legal');
  const sections = t(`${of}.sections`, { returnObjects: true }) as unknown as { title: string; text: string }[];
  const links = legalLinks();
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <BrandHeader />
      <main className="mx-auto w-full max-w-[42rem] flex-1 px-4 py-8">
        <h1 className="text-24">{t(`${of}.title`)}</h1>
        <p className="mt-2 leading-relaxed text-ink-muted">{t(`${of}.text`)}</p>
        <OperatorSection operator={operator} />
        {sections.map((section) => (
          <section key={section.title} className="mt-7">
            <h2 className="text-16 font-semibold text-ink-strong">{section.title}</h2>
            <p className="mt-1.5 leading-relaxed text-ink">{section.text}</p>
          </section>
        ))}
      </main>
      <footer className="mx-auto w-full max-w-[42rem] px-4 py-6">
        <nav aria-label={t('nav')} className="flex flex-wrap gap-x-5 gap-y-2 text-13">
          {links.map(([name, href]) => (
            <a
              key={name}
              href={href}
              aria-current={name === of ? 'page' : undefined}
              className="text-accent-ink underline underline-offset-2"
            >
              {t(`${name}.title`)}
            </a>
          ))}
        </nav>
      </footer>
    </div>
  );
}

/** How each legal text introduces the operator. */
function OperatorSection({ operator }: { operator: LoadContext['operator'] | null }) {
  const { t } = useTranslation('legal');
  return (
    <section className="mt-7">
      <h2 className="text-16 font-semibold text-ink-strong">{t('operator.title')}</h2>
      {operator ? (
        <dl className="mt-1.5 grid gap-x-4 gap-y-1 leading-relaxed sm:grid-cols-[max-content_minmax(0,1fr)]">
          {(['name', 'representative', 'address', 'mail', 'register'] as const).map(
            (key) =>
              operator[key] && (
                <div key={key} className="contents">
                  <dt className="text-ink-muted">{t(`operator.${key}`)}</dt>
                  <dd className="min-w-0 whitespace-pre-line break-words text-ink max-sm:mb-1.5">
                    {key === 'mail' ? (
                      <a href={`mailto:${operator.mail}`} className="text-accent-ink underline underline-offset-2">
                        {operator.mail}
                      </a>
                    ) : (
                      operator[key]
                    )}
                  </dd>
                </div>
              ),
          )}
        </dl>
      ) : (
        <p className="mt-1.5 leading-relaxed text-ink">{t('operator.missing')}</p>
      )}
    </section>
  );
}
