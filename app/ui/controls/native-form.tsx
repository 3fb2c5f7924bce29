/** More styled native controls, apart from those of the sign-in, whose bundle stays small without them. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx';
import { controlClass } from './button-styles';
import { NativeFrame } from './native-frame';

/** One of a few options in a form, with label and error as a text field has them. `''` is no choice yet. */
export function NativeChoice({
  label,
  error,
  options,
  placeholder,
  ...rest
}: Omit<ComponentProps<'select'>, 'className'> & {
  label: string;
  error?: string | undefined;
  placeholder: string;
  options: readonly { id: string; name: string }[];
}) {
  return (
    <NativeFrame label={label} error={error}>
      {(control) => (
        <select {...rest} {...control} className={cx(controlClass, 'h-9')}>
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </NativeFrame>
  );
}

/** Several lines of text. */
export function NativeTextArea({
  label,
  error,
  hint,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className'> & { label: string; error?: string | undefined; hint?: string }) {
  return (
    <NativeFrame {...{ label, error, hint }}>
      {(control) => <textarea {...rest} {...control} className={cx(controlClass, 'min-h-20 py-2')} />}
    </NativeFrame>
  );
}

/** A checkbox with its label. */
export function NativeCheck({
  error,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> & {
  error?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex items-start gap-2.5 text-13 leading-relaxed text-ink">
        <input
          {...rest}
          id={id}
          type="checkbox"
          {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-note` } : {})}
          className="focus-ring mt-0.5 size-4 shrink-0 accent-[var(--accent)]"
        />
        <span>{children}</span>
      </label>
      {error && (
        <span id={`${id}-note`} className="pl-6.5 text-12 text-danger-ink">
          {error}
        </span>
      )}
    </div>
  );
}
