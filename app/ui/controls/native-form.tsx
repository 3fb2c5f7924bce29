/** More styled native controls, apart from those of the sign-in, whose bundle stays small without them. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx';
import { controlClass } from './button-styles';

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
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium text-ink">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-note`, 'data-invalid': true } : {})}
        className={cx(controlClass, 'h-9')}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {error && (
        <span id={`${id}-note`} className="text-12 text-danger-ink">
          {error}
        </span>
      )}
    </div>
  );
}

/** Several lines of text. */
export function NativeTextArea({
  label,
  error,
  hint,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'className'> & { label: string; error?: string | undefined; hint?: string }) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium text-ink">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        {...(error ? { 'aria-invalid': true, 'data-invalid': true } : {})}
        {...(error || hint ? { 'aria-describedby': `${id}-note` } : {})}
        className={cx(controlClass, 'min-h-20 py-2')}
      />
      {error ? (
        <span id={`${id}-note`} className="text-12 text-danger-ink">
          {error}
        </span>
      ) : (
        hint && (
          <span id={`${id}-note`} className="text-12 text-ink-muted">
            {hint}
          </span>
        )
      )}
    </div>
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
