/**
 * Requests the e-mail again after a countdown. Without JavaScript the button is enabled at once and the server enforces
 * the pause.
 */
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NativeButton } from '~/ui/controls/native-controls';

/** @param seconds until it may be requested again; restarts when `round` changes */
export function Resend({ seconds, round, hidden }: { seconds: number; round: number; hidden: Record<string, string> }) {
  const { t } = useTranslation('account');
  const busy = useNavigation().state !== 'idle';
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const until = Date.now() + seconds * 1000;
    const count = (): void => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [seconds, round]);
  return (
    <Form method="post" className="flex flex-col gap-2">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="intent" value="resend" />
      <NativeButton type="submit" className="w-full" isLoading={busy} disabled={left > 0}>
        {left > 0 ? t('resend.in', { count: left }) : t('resend.now')}
      </NativeButton>
    </Form>
  );
}
