import { useTranslation } from 'react-i18next';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import { paths } from '~/paths';
import { controlClass } from '~/ui/controls/button-styles';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { AUDIT_ACTIONS, AUTOMATIC_ACTOR } from '../../../../server/organization/audit/contract';
import { isFiltered, PERIODS, type AuditFilter } from './filter';
import { auditWords } from './words';

/** By text, action, person and time. Works before the scripts have loaded. */
export function Filters({ filter, actors }: { filter: AuditFilter; actors: readonly { id: string; name: string }[] }) {
  const { t, i18n } = useTranslation('admin');
  const words = auditWords(t, i18n.language);
  return (
    <SearchForm
      to={paths.admin.audit()}
      key={JSON.stringify(filter)}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <label className={`${LABEL} max-lg:col-span-2`}>
        {t('audit.search')}
        <SearchInput placeholder={t('audit.searchHint')} searched={filter.text} className="min-w-0 font-normal" />
      </label>
      <Choice
        name="action"
        label={t('audit.action')}
        any={t('audit.anyAction')}
        value={filter.action}
        options={AUDIT_ACTIONS.map((id) => ({ id, name: words.action(id) }))}
        className="max-lg:col-span-2"
      />
      <Choice
        name="actorId"
        label={t('audit.actor')}
        any={t('audit.anyActor')}
        value={filter.actorId}
        options={actors.map(({ id, name }) => ({
          id: id || AUTOMATIC_ACTOR,
          name: words.actor({ actorId: id, actorName: name }),
        }))}
      />
      <Choice
        name="period"
        label={t('audit.period')}
        any={t('audit.any')}
        value={filter.period}
        options={PERIODS.map((id) => ({ id, name: t(`audit.${id}`) }))}
      />
      <div className="flex gap-2 max-lg:col-span-2">
        <NativeButton type="submit">{t('audit.apply')}</NativeButton>
        {isFiltered(filter) && (
          <NativeLink variant="quiet" href={paths.admin.audit()}>
            {t('audit.reset')}
          </NativeLink>
        )}
      </div>
    </SearchForm>
  );
}

const LABEL = 'flex min-w-0 flex-col gap-1.5 text-13 font-medium text-ink';
const CONTROL = `${controlClass} h-9 min-w-0 font-normal`;

function Choice({
  name,
  label,
  any,
  value,
  options,
  className = '',
}: {
  name: string;
  label: string;
  any: string;
  value: string;
  options: readonly { id: string; name: string }[];
  className?: string;
}) {
  return (
    <label className={`${LABEL} ${className}`}>
      {label}
      <select name={name} defaultValue={value} className={CONTROL}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  );
}
