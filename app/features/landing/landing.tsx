/**
 * The landing page: what Satchel is and is used for. A document without scripts, rendered by the server only; every
 * control is a link.
 */
import { useTranslation } from 'react-i18next';
import { Brand } from '~/features/brand/brand';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';
import { Cases, Features } from './about';
import { Footer } from './footer';
import { WIDE } from './parts';
import { Sample } from './sample';

export function Landing() {
  const { t } = useTranslation('landing');
  return (
    <div className="min-h-dvh bg-paper">
      <a
        href="#content"
        className="focus-ring fixed left-3 top-3 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
      >
        {t('skip')}
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-paper">
        <div className={`${WIDE} flex min-h-14 items-center gap-x-6 gap-y-1`}>
          <Brand />
          <nav aria-label={t('nav.label')} className="hidden flex-1 gap-6 text-14 text-ink-muted md:flex">
            {(['features', 'cases'] as const).map((id) => (
              <a key={id} href={`#${id}`} className="focus-ring rounded-control py-1 hover:text-ink-strong">
                {t(`nav.${id}`)}
              </a>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <NativeLink variant="quiet" href={paths.login()}>
              {t('signIn')}
            </NativeLink>
            <NativeLink className="max-sm:hidden" href={paths.register()}>
              {t('start')}
            </NativeLink>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <Features />
        <Cases />
        <section className="border-t border-line bg-sunken">
          <div
            className={`${WIDE} flex flex-col items-start justify-between gap-6 py-12 md:flex-row md:items-center md:py-16`}
          >
            <div>
              <h2 className="text-24">{t('call.title')}</h2>
              <p className="mt-2 text-16 leading-relaxed text-ink-muted">{t('call.text')}</p>
            </div>
            <NativeLink size="large" href={paths.register()}>
              {t('start')}
            </NativeLink>
          </div>
        </section>
      </main>
      <Footer />
    </div>
  );
}

function Hero() {
  const { t } = useTranslation('landing');
  return (
    <section className={`${WIDE} grid items-center gap-10 py-12 lg:grid-cols-[5fr_6fr] lg:gap-14 lg:py-20`}>
      <div>
        <h1 className="text-32 leading-tight">{t('hero.title')}</h1>
        <p className="phrases mt-4 text-16 leading-relaxed text-ink-muted">{t('hero.text')}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <NativeLink variant="primary" size="large" href={paths.register()}>
            {t('start')}
          </NativeLink>
          <NativeLink size="large" href="#features">
            {t('hero.more')}
          </NativeLink>
        </div>
      </div>
      <Sample />
    </section>
  );
}
