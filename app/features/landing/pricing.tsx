/** The plans side by side. */
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { PlainLink } from '~/ui/plain';
import { useNumber, useYen, WIDE } from './parts';
import { BASIC, FROM, PRO, TRIAL } from './plans';

const PLANS = [['trial', TRIAL, 4], ['basic', BASIC, 4], ['pro', PRO, 6]] as const;

export function Pricing() {
  const { t } = useTranslation('landing');
  const yen = useYen();
  const number = useNumber();
  const say = t as (key: string, params?: Record<string, unknown>) => string;
  return (
    <section id="pricing" className={`${WIDE} scroll-mt-14 py-12 md:py-16`}>
      <h2 className="text-24">{t('pricing.title')}</h2>
      <p className="phrases mt-2 text-16 leading-relaxed text-ink-muted">{t('pricing.text', { price: yen(FROM) })}</p>
      <ul className="mt-8 grid gap-4 lg:grid-cols-3">
        {PLANS.map(([id, plan, items]) => {
          const facts = Object.fromEntries(Object.entries(plan).map(([name, value]) => [name, number(value)]));
          return (
            <li key={id} className="flex flex-col rounded-card border border-line bg-raised p-6">
              <h3 className="text-16">{say(`pricing.${id}.name`)}</h3>
              <p className="mt-1 text-13 text-ink-muted">{say(`pricing.${id}.for`, facts)}</p>
              <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
                <span className="tabular text-32 font-semibold leading-none text-ink-strong">{'price' in plan ? yen(plan.price) : say(`pricing.${id}.price`)}</span>
                <span className="text-13 text-ink-muted">{'months' in plan ? say(`pricing.${id}.per`, { count: plan.months }) : t('pricing.perPerson')}</span>
              </p>
              <ul className="mb-6 mt-5 flex flex-1 flex-col gap-2.5 border-t border-line pt-5">
                {Array.from({ length: items }, (_, i) => (
                  <li key={i} className="flex items-start gap-2 leading-relaxed text-ink"><Check aria-hidden size={16} className="mt-1 shrink-0 text-accent-ink" /><span className="phrases">{say(`pricing.${id}.i${i + 1}`, facts)}</span></li>
                ))}
              </ul>
              <PlainLink className="w-full" href={paths.register()}>{say(`pricing.${id}.start`)}</PlainLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
