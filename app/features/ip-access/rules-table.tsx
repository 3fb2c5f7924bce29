/** The rules, each with its switch and actions. */
import { Link, useNavigation } from '@remix-run/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { Badge } from '~/ui/data/badge';
import { NativeSwitch } from '~/ui/controls/native-switch';
import { NativeTable } from '~/ui/data/native-table';
import { RelativeTime } from '~/ui/data/relative-time';
import type { IpRule } from '../../../server/organization/ip-access/contract';
import { shortValue } from './remove-dialog';

const icon =
  'focus-ring inline-flex size-8 items-center justify-center rounded-control text-ink-muted hover:bg-hover hover:text-ink-strong';

export function RulesTable({
  rules,
  hrefOf,
}: {
  rules: readonly IpRule[];
  hrefOf: (dialog: 'edit' | 'delete', id: string) => string;
}) {
  const { t } = useTranslation('admin');
  return (
    <NativeTable
      label={t('ip.rules')}
      rows={rules}
      columns={[
        {
          id: 'value',
          title: t('ip.value'),
          isRowHeader: true,
          cell: (rule) => (
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <code title={rule.value.replaceAll(',', ', ')} className="font-mono text-13 text-ink-strong">
                {shortValue(rule.value)}
              </code>
              {rule.coversCurrent && (
                <span title={t('ip.coversYouHint')}>
                  <Badge tone="accent">{t('ip.coversYou')}</Badge>
                </span>
              )}
            </span>
          ),
        },
        {
          id: 'type',
          title: t('ip.type.label'),
          className: 'whitespace-nowrap',
          cell: (rule) => t(`ip.type.${rule.type}`),
        },
        {
          id: 'description',
          title: t('ip.description'),
          className: 'text-ink-muted',
          cell: (rule) => rule.description,
        },
        { id: 'enabled', title: t('ip.enabled'), cell: (rule) => <RuleSwitch rule={rule} /> },
        {
          id: 'created',
          title: t('ip.created'),
          className: 'whitespace-nowrap text-ink-muted',
          cell: (rule) => <RelativeTime at={rule.createdAt} />,
        },
        {
          id: 'actions',
          title: t('ip.actions'),
          hideTitle: true,
          className: 'whitespace-nowrap max-md:-ml-2 md:text-right',
          cell: (rule) => (
            <>
              <Link
                to={hrefOf('edit', rule.id)}
                preventScrollReset
                aria-label={t('ip.edit', { value: shortValue(rule.value) })}
                className={icon}
              >
                <Pencil aria-hidden size={16} />
              </Link>
              <Link
                to={hrefOf('delete', rule.id)}
                preventScrollReset
                aria-label={t('ip.delete', { value: shortValue(rule.value) })}
                className={icon}
              >
                <Trash2 aria-hidden size={16} />
              </Link>
            </>
          ),
        },
      ]}
    />
  );
}

function RuleSwitch({ rule }: { rule: IpRule }) {
  const { t } = useTranslation('admin');
  const navigation = useNavigation();
  const running = navigation.formData?.get('id') === rule.id && /able$/.test(String(navigation.formData.get('intent')));
  const on = running ? !rule.enabled : rule.enabled;
  return (
    <ConsoleForm intent={rule.enabled ? 'disable' : 'enable'} preventScrollReset>
      <input type="hidden" name="id" value={rule.id} />
      <NativeSwitch
        isOn={on}
        label={t(rule.enabled ? 'ip.disable' : 'ip.enable', { value: shortValue(rule.value) })}
        state={t(on ? 'ip.ruleOn' : 'ip.ruleOff')}
      />
    </ConsoleForm>
  );
}
