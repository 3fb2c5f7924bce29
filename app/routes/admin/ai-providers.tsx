import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { valuesOf } from '~/features/account/result';
import { LIMIT_FIELDS, LimitSection } from '~/features/admin/ai/limit-section';
import { ProviderSection } from '~/features/admin/ai/provider-section';
import type { ActionResult } from '~/features/admin/ai/result';
import { sendForm } from '~/features/admin/console-form';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { useResult } from '~/features/admin/use-result';
import { paths } from '~/paths';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import {
  aiProviderCalls,
  type AmountLimitView,
  type Capability,
  type ProviderInput,
} from '../../../server/core/ai-providers/contract';
import { namesOf } from '../../../sync/model/ai-providers';

export const loader = consoleLoader(async ({ api, companyId, me }) => ({
  ...(await api(aiProviderCalls.list, { companyId })),
  companyName: me.companies.find((each) => each.id === companyId)?.name ?? '',
}));
export const clientLoader = withStaleFallback<typeof loader>('ai-providers');

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
/** Accepts a decimal comma. A text that is not a number is sent unchanged, so that the server rejects it. */
function numberOf(typed: string): number {
  const number = Number(typed.replace(',', '.'));
  return Number.isFinite(number) ? number : (typed as unknown as number);
}

function settingsOf(form: FormData, companyId: string): ProviderInput {
  const number = (name: string): object => (text(form, name) === '' ? {} : { [name]: numberOf(text(form, name)) });
  return {
    companyId,
    capability: text(form, 'intent') as Capability,
    ...(text(form, 'kind') !== '' ? { kind: text(form, 'kind') } : {}),
    url: text(form, 'url'),
    apiKey: text(form, 'apiKey'),
    removeKey: form.get('removeKey') === 'yes',
    model: text(form, 'model'),
    moreModels: namesOf(text(form, 'moreModels')),
    voice: text(form, 'voice'),
    ...number('contextTokens'),
    ...number('priceInput'),
    ...number('priceOutput'),
  } as ProviderInput;
}

const limitsOf = (form: FormData): AmountLimitView =>
  Object.fromEntries(
    LIMIT_FIELDS.map((name) => [name, text(form, name) === '' ? null : numberOf(text(form, name))]),
  ) as AmountLimitView;

export const action = consoleAction(async ({ api, companyId, form }): Promise<ActionResult> => {
  const intent = text(form, 'intent');
  if (intent === 'limits') {
    await api(aiProviderCalls.setLimits, { companyId, ...limitsOf(form) });
    return { saved: 'limits' };
  }
  const capability = intent as Capability;
  switch (form.get('do')) {
    case 'remove':
      await api(aiProviderCalls.remove, { companyId, capability });
      return { removed: capability };
    case 'test':
      return {
        tested: capability,
        test: await api(aiProviderCalls.test, settingsOf(form, companyId)),
        values: valuesOf(form),
      };
    default:
      await api(aiProviderCalls.save, settingsOf(form, companyId));
      return { saved: capability };
  }
});
export const clientAction = sendForm;

export default function AiProviders() {
  const { t } = useTranslation('admin');
  const { providers, limits, usedToday, companyName } = useLoaderData<typeof loader>();
  const result = useResult<ActionResult>();
  return (
    <>
      <PageHeader title={t('ai.title')} place={[{ label: t('settings.title'), href: paths.admin.settings() }]} />
      <PageBody>
        <div className="mb-6 flex flex-col gap-2 leading-relaxed text-ink-muted">
          <p>{t('ai.text', { company: companyName })}</p>
          <p>{t('ai.testHint')}</p>
        </div>
        <div className="flex flex-col gap-8">
          {providers.map((provider) => (
            <ProviderSection key={provider.capability} provider={provider} result={result} />
          ))}
          <LimitSection limits={limits} used={usedToday} result={result} />
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  return <ScreenError />;
}
