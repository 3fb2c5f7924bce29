/** An invalid link of an e-mail: the reason, and what to do. */
import type { ReactNode } from 'react';
import { AuthFrame } from '~/features/auth/auth-frame';
import { useMessages } from './account-form';

export function LinkFailed({ title, code, action }: { title: string; code: string; action?: ReactNode }) {
  const message = useMessages();
  return (
    <AuthFrame title={title} text={message(code) ?? ''}>
      {action}
    </AuthFrame>
  );
}
