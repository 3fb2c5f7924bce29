import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { Button } from '~/ui/controls/button';
import { FileButton } from '~/ui/controls/file-button';
import { toast } from '~/ui/feedback/toast';
import { PICTURE_MAX_BYTES, profileCalls } from '../../../server/organization/profile/contract';
import type { Account } from '../../../sync/engine/storage/account';
import { needsServerText } from './needs-server';

/**
 * The person's picture: choosing another, and removing it. The server validates it by its content, and every device
 * shows it.
 */
export function AccountPicture({ account }: { account: Account }) {
  const { t } = useTranslation(['settings', 'errors']);
  const me = useQuery({ kind: 'one', collection: 'people', id: account.userId });
  const changing = useRef<HTMLButtonElement>(null);
  // state of this page; null: as in the replica
  const [sent, setSent] = useState<string | null>(null);
  const picture = sent ?? me?.avatar ?? '';
  const [running, setRunning] = useState<'change' | 'remove' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const ask = async (what: 'change' | 'remove', work: () => Promise<string>) => {
    if (running) return;
    setError(null);
    setRunning(what);
    try {
      setSent(await work());
      toast.success(t(what === 'change' ? 'settings:picture.saved' : 'settings:picture.removed'));
    } catch (failure) {
      setError(needsServerText(t, failure));
    } finally {
      setRunning(null);
    }
  };
  const send = async (file: File) => {
    if (file.size > PICTURE_MAX_BYTES) return setError(t('errors:IMAGE_NOT_VALID'));
    await ask('change', async () => (await call(profileCalls.setAvatar, { file })).logo);
  };
  const remove = () =>
    ask('remove', async () => {
      await call(profileCalls.unsetAvatar, {});
      // this button disappears with the picture
      changing.current?.focus();
      return '';
    });
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={account.name} src={picture} size={56} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-16 font-semibold text-ink-strong">{account.name}</p>
        <p className="truncate text-ink-muted">{account.email}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2">
        {picture && (
          <Button variant="quiet" isLoading={running === 'remove'} onPress={() => void remove()}>
            {t('settings:picture.remove')}
          </Button>
        )}
        <FileButton
          ref={changing}
          isLoading={running === 'change'}
          accept="image/png,image/jpeg,image/webp"
          label={t('settings:picture.change')}
          onChoose={(file) => void send(file)}
        />
      </div>
      <p
        role={error ? 'alert' : undefined}
        className={error ? 'basis-full text-12 text-danger-ink' : 'basis-full text-12 text-ink-muted'}
      >
        {error ?? t('settings:picture.hint')}
      </p>
    </div>
  );
}
