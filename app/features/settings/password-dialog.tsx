import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { useMessages } from '~/features/account/account-form';
import { Banner } from '~/ui/feedback/banner';
import { TextField } from '~/ui/controls/field';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { useInProgress } from '~/ui/use-in-progress';
import { passwordCalls } from '../../../server/organization/passwords/contract';
import { useAccount } from '~/replica/hooks';
import { needsServerText } from './needs-server';
import { passwordErrors, type PasswordErrors, type PasswordFields } from './password-check';

/** Current, new, and repeated password. Input is kept when the server refuses or is unreachable. */
export function PasswordDialog({ isFirst, onClose }: { isFirst: boolean; onClose: (changed: boolean) => void }) {
  const { t } = useTranslation(['settings', 'account', 'common', 'errors']);
  const message = useMessages();
  const account = useAccount();
  const [fields, setFields] = useState<PasswordFields>({ current: '', next: '', confirm: '' });
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { isInProgress, track } = useInProgress();
  const type = (name: keyof PasswordFields) => (value: string) => {
    const typed = { ...fields, [name]: value };
    setFields(typed);
    if (tried) setErrors(passwordErrors(typed, isFirst));
  };
  const save = async () => {
    const wrong = passwordErrors(fields, isFirst);
    setTried(true);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0 || isInProgress) return;
    setFailure(null);
    try {
      await track<unknown>(() =>
        isFirst
          ? call(passwordCalls.initialize, { password: fields.next })
          : call(passwordCalls.change, { oldPassword: fields.current, newPassword: fields.next }),
      );
      toast.success(t(isFirst ? 'settings:password.isSet' : 'settings:password.changed'));
      onClose(true);
    } catch (error) {
      const said = (error as { details?: { fieldErrors?: Record<string, string> } }).details?.fieldErrors ?? {};
      setErrors({
        ...(said['oldPassword'] ? { current: said['oldPassword'] } : {}),
        ...((said['newPassword'] ?? said['password']) ? { next: said['newPassword'] ?? said['password']! } : {}),
      });
      setFailure(
        Object.keys(said).length > 0
          ? null
          : `${t(isFirst ? 'settings:password.setFailed' : 'settings:password.failed')}. ${needsServerText(t, error)}`,
      );
    }
  };
  const field = (
    name: keyof PasswordFields,
    label: string,
    autoComplete: string,
    more: { hint?: string; autoFocus?: boolean } = {},
  ) => (
    <TextField
      type="password"
      label={label}
      autoComplete={autoComplete}
      value={fields[name]}
      onChange={type(name)}
      error={message(errors[name])}
      {...more}
    />
  );
  return (
    <SubmitDialog
      size="small"
      title={t(isFirst ? 'settings:password.set' : 'settings:password.update')}
      submitLabel={t('common:save')}
      isBusy={isInProgress}
      submit={() => void save()}
      onClose={() => onClose(false)}
    >
      <form
        className="flex flex-col gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure && (
          <Banner kind="warning" live="alert">
            {failure}
          </Banner>
        )}
        {/* for password managers: the account */}
        <input type="text" name="username" autoComplete="username" value={account?.email ?? ''} readOnly hidden />
        {!isFirst && field('current', t('settings:password.current'), 'current-password', { autoFocus: true })}
        {field('next', t('account:newPassword'), 'new-password', {
          hint: t('account:passwordHint'),
          ...(isFirst ? { autoFocus: true } : {}),
        })}
        {field('confirm', t('account:confirmPassword'), 'new-password')}
        <button type="submit" hidden />
      </form>
    </SubmitDialog>
  );
}
