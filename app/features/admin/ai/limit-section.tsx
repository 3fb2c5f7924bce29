import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { FormResult, SaveButton, Section } from '~/features/admin/settings/section';
import { useNumber } from '~/features/admin/use-number';
import { NativeField } from '~/ui/controls/native-controls';
import type { AmountLimitView } from '../../../../server/core/ai-providers/contract';
import { failedOf, resultOf, type ActionResult } from './result';

export const LIMIT_FIELDS = ['tokensPerDay', 'tokensPersonPerDay', 'moneyPerDay', 'moneyPersonPerDay'] as const;

/** Limits of tokens and money for a day, and what was used today. */
export function LimitSection({
  limits,
  used,
  result,
}: {
  limits: AmountLimitView;
  used: { tokens: number; money: number };
  result: ActionResult | undefined;
}) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  const failed = failedOf(result, 'limits');
  return (
    <Section id="limits" title={t('ai.limits.title')} text={t('ai.limits.text')}>
      <ConsoleForm intent="limits" preventScrollReset noValidate className="flex max-w-[480px] flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <p className="text-ink-muted">
              {t('ai.limits.used', { tokens: number(used.tokens), money: number(used.money) })}
            </p>
            <div className="grid gap-4 sm:grid-cols-2">
              {LIMIT_FIELDS.map((name) => (
                <NativeField
                  key={name}
                  name={name}
                  inputMode="decimal"
                  label={t(`ai.limits.${name}`)}
                  hint={t('ai.limits.hint')}
                  defaultValue={failed?.values[name] ?? limits[name] ?? ''}
                  error={failed?.fields[name] ? t('ai.errors.aiLimitInvalid') : undefined}
                />
              ))}
            </div>
            <FormResult saved={resultOf(result, 'limits') ? t('settings.saved') : null} failed={failed} />
            <SaveButton isSending={isSending} reason={reason} />
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}
