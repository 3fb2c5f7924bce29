/** A form of the screens before the sign-in: errors of the whole form above it, errors of a field below the field. */
import { Form, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckedForm, type Check } from '~/features/auth/use-checked-form';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { Notice } from './notice';
import { LIMITS } from '../../../sync/model/limits';
import type { Failed } from './result';
import { dynamicKeys } from '~/i18n/dynamic-keys';

export interface FormField {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  autoFocus?: boolean;
  hint?: string;
  value?: string;
}

export interface AccountFormProps {
  fields: readonly FormField[];
  check: () => Promise<Check>;
  failed: Failed | undefined;
  submit: string;
  submitting: string;
  /** between the fields and the button */
  children?: (errors: Record<string, string | undefined>) => ReactNode;
  hidden?: Record<string, string>;
}

/** maximum number of graphemes, for messages that name it */
const LONGEST = { memo: LIMITS.joinMemo.max, name: LIMITS.personName.max };

/** A message in the reader's language: of the `account` texts, of `auth`, or a code of `errors`. */
export function useMessages(): (message: string | undefined, params?: Record<string, unknown>) => string | undefined {
  const { t, i18n } = useTranslation(['account', 'auth', 'errors']);
  const translate = dynamicKeys(t);
  return (message, params = {}) => {
    if (!message) return undefined;
    const ns = ['account', 'auth', 'errors'].find((n) =>
      i18n.exists(`${n}:${n === 'account' ? 'messages.' : ''}${message}`),
    );
    return translate(ns ? `${ns}:${ns === 'account' ? 'messages.' : ''}${message}` : 'errors:UNKNOWN_ERROR', {
      ...LONGEST,
      ...params,
    });
  };
}

export function AccountForm({ fields, check, failed, submit, submitting, children, hidden = {} }: AccountFormProps) {
  const message = useMessages();
  const busy = useNavigation().state !== 'idle';
  const { errors, ...checked } = useCheckedForm(check);
  const wrong = (name: string): string | undefined => message(errors[name] ?? failed?.fields[name]);
  return (
    <Form method="post" {...checked} noValidate className="flex flex-col gap-4">
      {failed?.error && <Notice kind="danger">{message(failed.error, failed.params)}</Notice>}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map((field) => (
        <NativeField
          key={field.name}
          name={field.name}
          type={field.type ?? 'text'}
          label={field.label}
          autoComplete={field.autoComplete}
          autoFocus={field.autoFocus}
          {...(field.type === 'password' ? {} : { defaultValue: failed?.values[field.name] ?? field.value ?? '' })}
          {...(field.hint ? { hint: field.hint } : {})}
          error={wrong(field.name)}
        />
      ))}
      {children?.(
        Object.fromEntries(
          Object.entries({ ...failed?.fields, ...errors }).map(([name, code]) => [name, message(code)]),
        ),
      )}
      <NativeButton type="submit" variant="primary" size="large" isLoading={busy} className="mt-1 w-full">
        {busy ? submitting : submit}
      </NativeButton>
    </Form>
  );
}
