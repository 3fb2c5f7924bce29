/** The form of a new or changed rule. */
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useCheckedForm } from '~/features/auth/use-checked-form';
import type { Failed } from '~/features/account/result';
import { ConsoleForm } from '~/features/admin/console-form';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { NativeDialog } from '~/ui/overlays/native-dialog';
import { NativeTextArea } from '~/ui/controls/native-form';
import type { IpRule } from '../../../server/organization/ip-access/contract';
import { Refusal } from './refusal';

const TYPES = ['single', 'range', 'list'] as const;
const loadCheck = () => import('./check').then(({ checkRule }) => checkRule);

/** @param rule the changed rule; undefined for a new one */
export function RuleDialog({
  rule,
  failed,
  closeHref,
}: {
  rule: IpRule | undefined;
  failed: Failed | undefined;
  closeHref: string;
}) {
  const { t } = useTranslation(['admin', 'errors', 'common']);
  const { errors, ...checked } = useCheckedForm(loadCheck);
  const values = failed?.values ?? {};
  const wrong = (name: string): string | undefined => {
    const code = errors[name] ?? failed?.fields[name];
    return (
      code &&
      (t as (key: string, options: Record<string, unknown>) => string)(`errors:${code}`, {
        defaultValue: t('errors:PARAM_ERROR'),
      })
    );
  };
  const type = values['type'] || rule?.type || 'single';
  return (
    <NativeDialog
      title={t(rule ? 'admin:ip.form.editTitle' : 'admin:ip.form.newTitle')}
      description={t('admin:ip.form.newText')}
      closeHref={closeHref}
    >
      <ConsoleForm intent={rule ? 'update' : 'create'} {...checked} noValidate className="flex flex-col gap-4">
        {({ isSending, reason }) => (
          <>
            <Refusal failed={failed} />
            {rule && <input type="hidden" name="id" value={rule.id} />}
            <fieldset className="flex flex-col gap-2">
              <legend className="mb-1.5 text-13 font-medium text-ink">{t('admin:ip.type.label')}</legend>
              {TYPES.map((each) => (
                <label key={each} className="flex items-start gap-2.5 leading-snug">
                  <input
                    type="radio"
                    name="type"
                    value={each}
                    defaultChecked={each === type}
                    className="focus-ring mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
                  />
                  <span className="flex min-w-0 flex-col gap-0.5">
                    <span className="text-ink-strong">{t(`admin:ip.type.${each}`)}</span>
                    <span className="text-12 text-ink-muted">{t(`admin:ip.typeHint.${each}`)}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            <NativeTextArea
              name="value"
              label={t('admin:ip.value')}
              rows={2}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              defaultValue={values['value'] ?? rule?.value.replaceAll(',', ', ') ?? ''}
              error={wrong('value')}
            />
            <NativeField
              name="description"
              label={t('admin:organization.field.description')}
              hint={t('admin:ip.descriptionHint')}
              autoComplete="off"
              defaultValue={values['description'] ?? rule?.description ?? ''}
              error={wrong('description')}
            />
            <div className="mt-1 flex flex-wrap justify-end gap-2">
              <Link to={closeHref} replace preventScrollReset className={nativeButtonClass()}>
                {t('common:cancel')}
              </Link>
              <NativeButton type="submit" variant="primary" isLoading={isSending}>
                {t(rule ? 'admin:ip.form.save' : 'admin:ip.form.add')}
              </NativeButton>
            </div>
            {reason && <p className="text-right text-12 text-ink-muted">{reason}</p>}
          </>
        )}
      </ConsoleForm>
    </NativeDialog>
  );
}
