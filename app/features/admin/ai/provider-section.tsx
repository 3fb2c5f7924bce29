import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { FormResult, Section } from '~/features/admin/settings/section';
import { useNumber } from '~/features/admin/use-number';
import { dynamicKeys } from '~/i18n/dynamic-keys';
import { Combobox } from '~/ui/controls/combobox';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { NativeCheck, NativeChoice } from '~/ui/controls/native-form';
import { Banner } from '~/ui/feedback/banner';
import type { CapabilityView, OwnProviderView } from '../../../../server/core/ai-providers/contract';
import { failedOf, resultOf, testOf, type ActionResult } from './result';

const SEARCH_SERVICES = [
  { id: 'searxng', name: 'SearXNG' },
  { id: 'brave', name: 'Brave Search' },
  { id: 'tavily', name: 'Tavily' },
];

/** The provider of one capability: what is in force, the organization's own settings, and a test of them. */
export function ProviderSection({
  provider: { capability, inForce, environment, own },
  result,
}: {
  provider: CapabilityView;
  result: ActionResult | undefined;
}) {
  const { t, i18n } = useTranslation('admin');
  const text = dynamicKeys(t);
  const failed = failedOf(result, capability);
  const tested = testOf(result, capability);
  const completed = resultOf(result, capability);
  const typed = failed?.values ?? tested?.values;
  const value = (name: string, stored: string | number | undefined): string => typed?.[name] ?? String(stored ?? '');
  const wrong = (name: string): string | undefined => {
    const code = failed?.fields[name];
    return code ? text(`admin:ai.errors.${code}`, { defaultValue: i18n.t('errors:PARAM_ERROR') }) : undefined;
  };
  const model = inForce === 'own' ? own?.model || serviceName(own) : environment;
  const state = text(`admin:ai.inForce.${inForce}`, { model });
  return (
    <Section
      id={capability}
      title={text(`admin:ai.capability.${capability}.title`)}
      text={inForce === 'none' ? `${state}. ${text(`admin:ai.capability.${capability}.without`)}` : state}
    >
      <ConsoleForm intent={capability} preventScrollReset noValidate className="flex max-w-[480px] flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            {/* fields of a removed provider are empty again */}
            <div key={own ? 'own' : 'none'} className="flex flex-col gap-4">
              {capability === 'search' && (
                <NativeChoice
                  name="kind"
                  label={t('ai.service')}
                  placeholder={t('ai.serviceChoose')}
                  options={SEARCH_SERVICES}
                  // a select takes its default value when it mounts
                  key={value('kind', own?.kind)}
                  defaultValue={value('kind', own?.kind)}
                  error={wrong('kind')}
                />
              )}
              <NativeField
                name="url"
                type="url"
                inputMode="url"
                autoComplete="off"
                label={t('ai.address')}
                hint={t(capability === 'search' ? 'ai.searchAddressHint' : 'ai.addressHint')}
                defaultValue={value('url', own?.url)}
                error={wrong('url')}
              />
              <NativeField
                // a saved key leaves the field
                key={`${own?.key}/${own?.keyEnd}`}
                name="apiKey"
                type="password"
                autoComplete="off"
                label={t('ai.key')}
                hint={keyHint(own, t)}
                error={wrong('apiKey')}
              />
              {own && own.key !== 'none' && (
                <NativeCheck name="removeKey" value="yes">
                  {t('ai.removeKey')}
                </NativeCheck>
              )}
              {capability !== 'search' && (
                <ModelField
                  models={tested?.test.models ?? []}
                  defaultValue={value('model', own?.model)}
                  error={wrong('model')}
                />
              )}
              {capability === 'speech' && (
                <NativeField
                  name="voice"
                  label={t('ai.voice')}
                  defaultValue={value('voice', own?.voice)}
                  error={wrong('voice')}
                />
              )}
              {capability === 'chat' && (
                <>
                  <NativeField
                    name="moreModels"
                    autoComplete="off"
                    label={t('ai.moreModels')}
                    hint={t('ai.moreModelsHint')}
                    defaultValue={value('moreModels', own?.moreModels.join(', '))}
                    error={wrong('moreModels')}
                  />
                  <NativeField
                    name="contextTokens"
                    inputMode="numeric"
                    label={t('ai.context')}
                    defaultValue={value('contextTokens', own?.contextTokens)}
                    error={wrong('contextTokens')}
                  />
                  <div className="grid gap-4 sm:grid-cols-2">
                    {(['priceInput', 'priceOutput'] as const).map((name) => (
                      <NativeField
                        key={name}
                        name={name}
                        inputMode="decimal"
                        label={t(`ai.${name}`)}
                        hint={t('ai.priceHint')}
                        defaultValue={value(name, own?.[name])}
                        error={wrong(name)}
                      />
                    ))}
                  </div>
                </>
              )}
            </div>
            <FormResult
              saved={completed && t(completed === 'saved' ? 'settings.saved' : 'ai.removed')}
              failed={failed}
            />
            {tested && <TestResult capability={capability} test={tested.test} />}
            <div className="flex flex-wrap items-center gap-3">
              <NativeButton
                type="submit"
                name="do"
                value="save"
                variant="secondary"
                isLoading={isSending}
                disabled={reason !== null}
              >
                {t('settings.save')}
              </NativeButton>
              <NativeButton
                type="submit"
                name="do"
                value="test"
                variant="secondary"
                disabled={reason !== null || isSending}
              >
                {t('ai.test')}
              </NativeButton>
              {own && (
                <NativeButton
                  type="submit"
                  name="do"
                  value="remove"
                  variant="danger"
                  disabled={reason !== null || isSending}
                >
                  {t('ai.remove')}
                </NativeButton>
              )}
              {reason && <span className="text-12 text-ink-muted">{reason}</span>}
            </div>
          </>
        )}
      </ConsoleForm>
    </Section>
  );
}

const serviceName = (own: OwnProviderView | null): string =>
  SEARCH_SERVICES.find(({ id }) => id === own?.kind)?.name ?? '';

function keyHint(own: OwnProviderView | null, t: ReturnType<typeof useTranslation<'admin'>>['t']): string {
  if (!own || own.key === 'none') return t('ai.keyHint');
  if (own.key === 'unreadable') return t('ai.keyUnreadable');
  return own.keyEnd ? t('ai.keyEnds', { end: own.keyEnd }) : t('ai.keyStored');
}

interface ModelFieldProps {
  /** the text when the field is first shown */
  defaultValue: string;
  error: string | undefined;
}

/** The name of a model: free text, with the models that a test has found. */
function ModelField({ models, ...props }: ModelFieldProps & { models: readonly string[] }) {
  const { t } = useTranslation('admin');
  if (models.length > 0) return <ModelPicker models={models} {...props} />;
  return <NativeField name="model" autoComplete="off" label={t('ai.model')} {...props} />;
}

function ModelPicker({ models, defaultValue, error }: ModelFieldProps & { models: readonly string[] }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(defaultValue);
  return (
    <>
      <input type="hidden" name="model" value={text} />
      <Combobox
        label={t('ai.model')}
        options={models.map((model) => ({ id: model, label: model }))}
        value={null}
        onChange={setText}
        text={text}
        onTextChange={setText}
        error={error}
      />
    </>
  );
}

/** What a test found: the time of the answer, the models of the server, and its price where it tells one. */
function TestResult({
  capability,
  test,
}: {
  capability: CapabilityView['capability'];
  test: Extract<ActionResult, { tested: unknown }>['test'];
}) {
  const { t } = useTranslation('admin');
  const number = useNumber();
  const text = dynamicKeys(t);
  const key = capability === 'chat' || capability === 'embedding' || capability === 'search' ? capability : 'other';
  return (
    <Banner kind="success" live="status">
      <span className="flex flex-col gap-1.5">
        <span>{text(`admin:ai.works.${key}`, { ms: number(test.ms), amount: number(test.amount) })}</span>
        {test.price && (
          <span>{t('ai.price', { input: number(test.price.input), output: number(test.price.output) })}</span>
        )}
        {test.models.length > 0 && (
          <details>
            <summary className="focus-ring cursor-default rounded-control">{t('ai.models')}</summary>
            <ul className="mt-1 max-h-48 overflow-auto">
              {test.models.map((model) => (
                <li key={model} className="break-all">
                  {model}
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
    </Banner>
  );
}
