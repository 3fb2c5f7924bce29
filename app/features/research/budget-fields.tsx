import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stateOf, useAvailable } from '~/features/ask/use-capability';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { cx } from '~/ui/cx';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';
import { useAmounts } from './use-amounts';

const BUDGETS = ['minutes', 'sources', 'tokens', 'money'] as const;
const LEAST: Record<(typeof BUDGETS)[number], number> = { sources: 1, minutes: 1, tokens: 1000, money: 0 };

/** The budget of a research in one line, and its fields. */
export function BudgetFields({
  budget,
  onChange,
}: {
  budget: Research['budget'];
  onChange: (budget: Research['budget']) => void;
}) {
  const { t } = useTranslation('research');
  const amounts = useAmounts();
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const available = useAvailable();
  const hasModel = stateOf(available, 'chat') !== 'missing';
  const price = available?.chatPrice ?? 0;
  // without a language model no tokens are used, and without a price no money
  const shown = BUDGETS.filter((name) => (name === 'money' ? price > 0 : name !== 'tokens' || hasModel));
  const cost = Math.min(budget.money || Number.POSITIVE_INFINITY, (budget.tokens * price) / 1e6);
  return (
    <div className="flex flex-col gap-4 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-14 text-ink-strong">
          {t(price > 0 ? 'budget.lineMoney' : hasModel ? 'budget.line' : 'budget.lineNoModel', {
            minutes: amounts.minutes(budget.minutes),
            sources: amounts.sources(budget.sources),
            tokens: amounts.tokens(budget.tokens),
            money: amounts.money(cost),
          })}
        </p>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={fieldsId}
          onPress={() => setOpen(!isOpen)}
        >
          {t('budget.change')}
        </Button>
      </div>
      <div id={fieldsId} className="flex flex-col gap-3 empty:hidden">
        {isOpen && (
          <>
            <p className="text-13 leading-relaxed text-ink-muted">{t('budget.text')}</p>
            <div className={cx('grid gap-3', shown.length > 3 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
              {shown.map((name) => (
                <AmountField
                  key={name}
                  label={t(`budget.${name}`)}
                  value={budget[name] ?? 0}
                  {...(name === 'money' ? { hint: t('budget.moneyHint') } : {})}
                  min={LEAST[name]}
                  max={LIMITS.researchBudget[name]}
                  onChange={(value) => onChange({ ...budget, [name]: value })}
                />
              ))}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** A field for a number within a range, applied when it loses the focus; an integer except for money. */
function AmountField({
  label,
  value,
  min,
  max,
  hint,
  onChange,
}: {
  label: string;
  value: number;
  min: number;
  max: number;
  /** hint of an amount of money, which may have decimals */
  hint?: string;
  onChange: (value: number) => void;
}) {
  const { t } = useTranslation('research');
  const amounts = useAmounts();
  /** the text being typed; null if there is none */
  const [typed, setTyped] = useState<string | null>(null);
  const written = (typed ?? '').normalize('NFKC');
  const digits = hint === undefined ? written.replace(/[\s,.'’]/gu, '') : written.trim().replace(',', '.');
  const number = typed === null ? value : Number(digits || Number.NaN);
  const isKind = hint === undefined ? Number.isInteger(number) : Number.isFinite(number);
  const isValid = isKind && number >= min && number <= max;
  const range = t('budget.range', { min: amounts.number(min), max: amounts.number(max) });
  return (
    <TextField
      label={label}
      inputMode={hint === undefined ? 'numeric' : 'decimal'}
      value={typed ?? String(value)}
      onChange={setTyped}
      hint={hint ?? range}
      error={isValid ? '' : range}
      onBlur={() => {
        if (typed === null || !isValid) return;
        setTyped(null);
        if (number !== value) onChange(number);
      }}
    />
  );
}
