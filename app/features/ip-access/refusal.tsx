import { useTranslation } from 'react-i18next';
import { Notice } from '~/features/account/notice';
import type { Failed } from '~/features/account/result';
import { useFailureText } from '~/features/admin/console-form';

const KINDS: Record<string, 'create' | 'update' | 'delete' | 'toggle' | 'restrict'> = {
  create: 'create',
  addCurrent: 'create',
  update: 'update',
  delete: 'delete',
  enable: 'toggle',
  disable: 'toggle',
  turnOn: 'restrict',
  turnOff: 'restrict',
};

/** A failed action and its reason. Empty if only a field is wrong: the field shows it. */
export function Refusal({ failed }: { failed: Failed | undefined }) {
  const { t } = useTranslation('admin');
  const why = useFailureText(failed);
  return (
    why && (
      <Notice kind="danger">
        {t(`ip.failed.${KINDS[failed?.values['intent'] ?? ''] ?? 'update'}`)} {why}
      </Notice>
    )
  );
}
