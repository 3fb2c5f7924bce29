import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { Button } from '~/ui/controls/button';
import { sessionCalls } from '../../../sync/protocol/session';
import { PasswordDialog } from './password-dialog';

/** Changing the password, or setting the first one. */
export function PasswordSection() {
  const { t } = useTranslation('settings');
  // until the server has answered, assumes that there is one: nearly all accounts have
  const [hasPassword, setHasPassword] = useState(true);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    call(sessionCalls.my, {}).then(
      (user) => setHasPassword(user.hasPassword),
      () => undefined,
    );
  }, []);
  return (
    <section className="flex flex-col items-start gap-3">
      <h2 className="text-16">{t('password.title')}</h2>
      <p className="leading-relaxed text-ink-muted">{t(hasPassword ? 'password.text' : 'password.none')}</p>
      <Button onPress={() => setOpen(true)}>{t(hasPassword ? 'password.update' : 'password.set')}</Button>
      {isOpen && (
        <PasswordDialog
          isFirst={!hasPassword}
          onClose={(changed) => {
            setOpen(false);
            if (changed) setHasPassword(true);
          }}
        />
      )}
    </section>
  );
}
