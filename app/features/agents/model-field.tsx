import { useTranslation } from 'react-i18next';
import { useAvailable } from '~/features/ask/use-capability';
import { Select } from '~/ui/controls/select';

/** The id of the option for the default model, as an option's id cannot be empty. */
const USUAL = 'usual';
const idOf = (model: string): string => (model === '' ? USUAL : `m/${model}`);

/** Field for the language model of an agent, if the organization offers several, or the chosen one is missing. */
export function ModelField({ model, onChange }: { model: string; onChange: (model: string) => void }) {
  const { t } = useTranslation('agents');
  const available = useAvailable();
  const models = available?.chatModels ?? [];
  const isGone = available !== null && model !== '' && !models.includes(model);
  if (models.length < 2 && model === '') return null;
  const usual = models[0] ?? '';
  return (
    <Select
      label={t('form.model')}
      hint={isGone ? undefined : t('form.modelHint')}
      error={isGone ? t('form.modelGone', { model }) : ''}
      options={[
        { id: USUAL, label: t('form.modelUsual'), ...(usual ? { detail: usual } : {}) },
        ...[...new Set([...models, ...(model ? [model] : [])])].map((name) => ({ id: idOf(name), label: name })),
      ]}
      value={idOf(model)}
      onChange={(id) => onChange(id === USUAL ? '' : id.slice(2))}
    />
  );
}
