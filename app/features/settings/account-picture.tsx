import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/avatar';
import { Button } from '~/ui/button';
import { toast } from '~/ui/toast';
import { PICTURE_MAX_BYTES, profileCalls } from '../../../server/organization/profile/contract';
import type { Account } from '../../../sync/engine/api';
import { needsServerText } from './needs-server';

/** The person's picture, and choosing another. The server judges it by its content, and every device shows it. */
export function AccountPicture({ account }: { account: Account }) {
  const { t } = useTranslation(['settings', 'errors']);
  const me = useQuery({ kind: 'one', collection: 'people', id: account.userId });
  const input = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState('');
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (file: File) => {
    setError(null);
    if (file.size > PICTURE_MAX_BYTES) return setError(t('errors:IMAGE_NOT_VALID'));
    setRunning(true);
    try {
      setSent((await call(profileCalls.setAvatar, { file })).logo);
      toast.success(t('settings:picture.saved'));
    } catch (failure) {
      setError(needsServerText(t, failure));
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={account.name} src={sent || me?.avatar} size={56} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-16 font-semibold text-ink-strong">{account.name}</p>
        <p className="truncate text-ink-muted">{account.email}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-1.5 sm:items-end">
        <input
          ref={input} type="file" accept="image/png,image/jpeg,image/webp" hidden aria-label={t('settings:picture.change')} tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void send(file);
          }}
        />
        <Button isLoading={running} onPress={() => input.current?.click()}>{t('settings:picture.change')}</Button>
      </div>
      <p role={error ? 'alert' : undefined} className={error ? 'basis-full text-12 text-danger-ink' : 'basis-full text-12 text-ink-muted'}>{error ?? t('settings:picture.hint')}</p>
    </div>
  );
}
