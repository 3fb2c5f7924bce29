/** Description of Satchel and its uses. */
import { AudioLines, Languages, Quote, Search, ShieldCheck, UsersRound, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { WIDE } from './parts';

const FEATURES = [
  ['offline', WifiOff],
  ['meetings', AudioLines],
  ['search', Search],
  ['together', UsersRound],
  ['control', ShieldCheck],
  ['languages', Languages],
] as const;

export function Features() {
  const { t } = useTranslation('landing');
  return (
    <section id="features" className={`${WIDE} scroll-mt-14 py-12 md:py-16`}>
      <h2 className="text-24">{t('features.title')}</h2>
      <ul className="mt-8 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(([id, Icon]) => (
          <li key={id}>
            <span
              aria-hidden
              className="flex size-9 items-center justify-center rounded-control bg-accent-tint text-accent-ink"
            >
              <Icon size={18} />
            </span>
            <h3 className="mt-3.5 text-16">{t(`features.${id}.title`)}</h3>
            <p className="phrases mt-1.5 leading-relaxed text-ink-muted">{t(`features.${id}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Cases() {
  const { t } = useTranslation('landing');
  return (
    <section id="cases" className="scroll-mt-14 border-t border-line bg-sunken">
      <div className={`${WIDE} py-12 md:py-16`}>
        <h2 className="text-24">{t('cases.title')}</h2>
        <ul className="mt-8 grid gap-4 sm:grid-cols-2">
          {(['market', 'product', 'investment', 'strategy'] as const).map((id) => (
            <li key={id} className="flex flex-col rounded-card border border-line bg-raised p-5">
              <h3 className="text-16">{t(`cases.${id}.title`)}</h3>
              <p className="phrases mt-1.5 flex-1 leading-relaxed text-ink-muted">{t(`cases.${id}.text`)}</p>
              <p className="phrases mt-4 flex items-start gap-2 border-t border-line pt-4 leading-relaxed text-accent-ink">
                <Quote aria-hidden size={16} className="mt-1 shrink-0" />
                {t(`cases.${id}.ask`)}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
