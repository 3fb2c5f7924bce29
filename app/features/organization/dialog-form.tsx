/**
 * The form of a dialog of the console: validated by the server's schema, refusals shown in the dialog, buttons at the
 * end.
 */
import type { ReactNode } from 'react';
import { ConsoleForm } from '~/features/admin/console-form';
import { useCheckedForm, type Check } from '~/features/auth/use-checked-form';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton } from '~/ui/controls/native-controls';
import { NativeDialogClose, NativeDialogFooter } from '~/ui/overlays/native-dialog';
import { useActionResult } from './result';
import { useMessages } from './messages';

export interface DialogFormProps {
  /** intent of the action */
  intent: string;
  hidden?: Record<string, string | readonly string[]>;
  check?: () => Promise<Check>;
  submit: string;
  isDanger?: boolean;
  /** for pictures */
  isMultipart?: boolean;
  closeTo: string;
  /** shown above the fields after success, if the dialog stays open */
  done?: (key: string, params: Record<string, string | number>) => string;
  children?: (errors: Record<string, string | undefined>, values: Record<string, string>) => ReactNode;
}

const unchecked = (): Promise<Check> => Promise.resolve(() => ({}));

export function DialogForm({
  intent,
  hidden = {},
  check = unchecked,
  submit,
  isDanger = false,
  isMultipart = false,
  closeTo,
  done,
  children,
}: DialogFormProps) {
  const messageOf = useMessages();
  const result = useActionResult(intent);
  const { errors, ...checked } = useCheckedForm(check);
  const { failed } = result ?? {};
  const wrong = Object.fromEntries(
    Object.entries({ ...failed?.fields, ...errors }).map(([name, code]) => [name, messageOf(code)]),
  );
  const given = Object.entries(hidden).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : value.map((one) => [name, one] as const),
  );
  return (
    <ConsoleForm
      intent={intent}
      preventScrollReset
      noValidate
      {...checked}
      {...(isMultipart ? { encType: 'multipart/form-data' as const } : {})}
      className="flex flex-col gap-4"
    >
      {({ isSending, reason }) => (
        <>
          {(failed?.error || reason) && (
            <Banner kind="danger" live="alert">
              {reason ?? messageOf(failed?.error, failed?.params, intent)}
            </Banner>
          )}
          {result?.done && done && <Banner kind="success">{done(result.done, result.params ?? {})}</Banner>}
          {given.map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          {/* cleared after success, kept after a refusal */}
          <div key={result?.done ? result.at : ''} className="flex flex-col gap-4 empty:hidden">
            {children?.(wrong, failed?.values ?? {})}
          </div>
          <NativeDialogFooter>
            <NativeDialogClose to={closeTo} />
            <NativeButton type="submit" variant={isDanger ? 'danger' : 'primary'} isLoading={isSending}>
              {submit}
            </NativeButton>
          </NativeDialogFooter>
        </>
      )}
    </ConsoleForm>
  );
}
