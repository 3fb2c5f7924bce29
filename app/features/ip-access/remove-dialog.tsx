import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { Failed } from '~/features/account/result';
import { ConsoleForm } from '~/features/admin/console-form';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { NativeButton } from '~/ui/controls/native-controls';
import { NativeDialog } from '~/ui/overlays/native-dialog';
import type { IpRule } from '../../../server/organization/ip-access/contract';
import { Refusal } from './refusal';

/** Confirms the removal of a rule; explains why a rule that covers the viewer's own address cannot be removed. */
export function RemoveDialog({
  rule,
  ip,
  failed,
  closeHref,
}: {
  rule: IpRule;
  ip: string;
  failed: Failed | undefined;
  closeHref: string;
}) {
  const { t } = useTranslation(['admin', 'common']);
  return (
    <NativeDialog
      title={t('admin:ip.remove.title', { value: shortValue(rule.value) })}
      description={rule.coversCurrent ? t('admin:ip.remove.covers', { ip }) : t('admin:ip.remove.text')}
      closeHref={closeHref}
    >
      <ConsoleForm intent="delete" className="flex flex-col gap-4">
        {({ isSending }) => (
          <>
            <Refusal failed={failed} />
            <input type="hidden" name="id" value={rule.id} />
            <div className="flex flex-wrap justify-end gap-2">
              <Link to={closeHref} replace preventScrollReset className={nativeButtonClass()}>
                {t(rule.coversCurrent ? 'common:close' : 'common:cancel')}
              </Link>
              {!rule.coversCurrent && (
                <NativeButton type="submit" variant="danger" isLoading={isSending}>
                  {t('admin:ip.remove.confirm')}
                </NativeButton>
              )}
            </div>
          </>
        )}
      </ConsoleForm>
    </NativeDialog>
  );
}

/** A list of addresses, abbreviated to the first two. */
export function shortValue(value: string): string {
  const parts = value.split(',');
  return parts.length <= 2 ? parts.join(', ') : `${parts.slice(0, 2).join(', ')} … (${parts.length})`;
}
