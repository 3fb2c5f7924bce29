import { Form, useNavigation, useRouteLoaderData, type FormProps } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keepTyped, type Failed } from '~/features/account/result';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { Owned } from './server';
import { useConsole } from './state';

/** The data of the layout around every screen of the console. */
export const LAYOUT_ID = 'routes/admin/_layout';

/** `<companyId>/<userId>` of this page. */
export const useConsoleAccount = (): string => useRouteLoaderData<Owned>(LAYOUT_ID)?.account ?? '';

export interface ConsoleFormProps extends Omit<FormProps, 'children' | 'method'> {
  /** distinguishes the forms of a screen */
  intent?: string;
  children: ReactNode | ((state: { isSending: boolean; reason: string | null }) => ReactNode);
}

/**
 * A form of the console, sent to the screen's `consoleAction`; works before its scripts have loaded. It carries the
 * page's account, and is disabled while the page shows a stale answer; `reason` says why.
 */
export function ConsoleForm({ intent, children, ...rest }: ConsoleFormProps) {
  const account = useConsoleAccount();
  const navigation = useNavigation();
  const { reason } = useConsole();
  const isSending =
    navigation.state !== 'idle' &&
    navigation.formData !== undefined &&
    (intent === undefined || navigation.formData.get('intent') === intent);
  return (
    <Form method="post" {...rest}>
      <input type="hidden" name="account" value={account} />
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      <fieldset disabled={reason !== null} className="contents">
        {typeof children === 'function' ? children({ isSending, reason }) : children}
      </fieldset>
    </Form>
  );
}

/** `export const clientAction = sendForm;` — without a network the form reports it and keeps its values. */
export const sendForm = ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> =>
  keepTyped(request, () => serverAction());

/** The message of a failed form as a whole; null if only fields are wrong. */
export function useFailureText(failed: Failed | null | undefined): string | null {
  const { t } = useTranslation(['admin', 'errors']);
  if (!failed?.error) return null;
  if (failed.error === 'noNetwork') return t('admin:frame.noNetwork');
  return (t as (key: string, options: Record<string, unknown>) => string)(`errors:${failed.error}`, {
    ...failed.params,
    defaultValue: t('errors:UNKNOWN_ERROR'),
  });
}
