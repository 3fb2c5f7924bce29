/** The form with which a person who proved the mailbox chooses a password. */
import { useTranslation } from 'react-i18next';
import { AccountForm, type AccountFormProps } from './account-form';

const check = () => import('./checks').then((module) => module.checkNewPassword);

export function NewPasswordForm(props: Pick<AccountFormProps, 'failed' | 'submit' | 'hidden'>) {
  const { t } = useTranslation('account');
  return (
    <AccountForm
      {...props}
      fields={[
        {
          name: 'password',
          type: 'password',
          label: t('newPassword'),
          autoComplete: 'new-password',
          hint: t('passwordHint'),
          autoFocus: true,
        },
        { name: 'confirmPassword', type: 'password', label: t('confirmPassword'), autoComplete: 'new-password' },
      ]}
      check={check}
      submitting={t('saving')}
    />
  );
}
