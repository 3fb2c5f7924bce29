import { useId, type ReactNode } from 'react';
import {
  FieldError,
  Input,
  Label,
  SearchField as AriaSearchField,
  Button as AriaButton,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type SearchFieldProps as AriaSearchFieldProps,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { controlClass } from './button-styles';
import { useTypedEarly } from './early-input';

/** Label, hint and error around a control, wired for assistive technology by react-aria. */
export function FieldFrame({
  label,
  hint,
  error,
  isRequired,
  children,
}: {
  label?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  isRequired?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      {label && (
        <Label className="text-13 font-medium text-ink">
          {label}
          {isRequired && (
            <span aria-hidden className="text-danger-ink">
              {' '}
              *
            </span>
          )}
        </Label>
      )}
      {children}
      {hint && !error && (
        <Text slot="description" className="text-12 text-ink-muted">
          {hint}
        </Text>
      )}
      <FieldError className="text-12 text-danger-ink">{error ? () => error : undefined}</FieldError>
    </>
  );
}

interface Common {
  label?: ReactNode;
  hint?: ReactNode;
  /** why the value is invalid; shown under the field and announced */
  error?: ReactNode;
  placeholder?: string;
  className?: string;
}

type FieldProps = Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & Omit<Common, 'placeholder'>;

/** A text control in its frame. */
function Field({ label, hint, error, className, children, ...rest }: FieldProps & { children: ReactNode }) {
  return (
    <AriaTextField
      validationBehavior="aria"
      autoComplete="off"
      {...rest}
      isInvalid={Boolean(error) || rest.isInvalid}
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldFrame label={label} hint={hint} error={error} isRequired={rest.isRequired}>
        {children}
      </FieldFrame>
    </AriaTextField>
  );
}

export interface TextFieldProps extends FieldProps, Pick<Common, 'placeholder'> {
  /** before the text */
  icon?: ReactNode;
}

/** One line of text. */
export function TextField({ placeholder, icon, ...rest }: TextFieldProps) {
  const { ref, value, onChange } = useTypedEarly<HTMLInputElement>(rest);
  return (
    <Field {...rest} value={value} onChange={onChange}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center text-ink-faint">
            {icon}
          </span>
        )}
        <Input ref={ref} placeholder={placeholder} className={cx(controlClass, 'h-9', Boolean(icon) && 'pl-9')} />
      </div>
    </Field>
  );
}

export interface TextAreaProps extends FieldProps, Pick<Common, 'placeholder'> {
  rows?: number;
  /** it has the height of its text, from `rows` on */
  grows?: boolean;
}

/** A browser that cannot grow it lets the person do so. */
const GROWS = '[field-sizing:content] supports-[field-sizing:content]:resize-none';

/** Several lines of text. */
export function TextArea({ placeholder, rows = 4, grows = false, ...rest }: TextAreaProps) {
  const { ref, value, onChange } = useTypedEarly<HTMLTextAreaElement>(rest);
  return (
    <Field {...rest} value={value} onChange={onChange}>
      <AriaTextArea
        ref={ref}
        placeholder={placeholder}
        rows={rows}
        className={cx(controlClass, 'resize-y py-2 leading-normal', grows && GROWS)}
      />
    </Field>
  );
}

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'style'> {
  /** accessible name; visible with `showLabel` only */
  label: string;
  showLabel?: boolean;
  placeholder?: string;
  size?: 'normal' | 'large';
  className?: string;
}

/** A search field that reports every change; Esc clears it. */
export function SearchField({
  label,
  showLabel = false,
  placeholder,
  size = 'normal',
  className,
  ...rest
}: SearchFieldProps) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <AriaSearchField
      {...rest}
      {...(showLabel ? {} : { 'aria-label': label })}
      className={cx('group flex flex-col gap-1.5', className)}
    >
      {showLabel && <Label className="text-13 font-medium">{label}</Label>}
      <div className="relative">
        <Search
          aria-hidden
          size={size === 'large' ? 18 : 16}
          className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-faint"
        />
        <Input
          autoComplete="off"
          id={id}
          placeholder={placeholder ?? label}
          className={cx(
            controlClass,
            size === 'large' ? 'h-12 rounded-card pl-11 pr-11 text-16' : 'h-9 pl-9 pr-9',
            '[&::-webkit-search-cancel-button]:hidden',
          )}
        />
        <AriaButton
          aria-label={t('clear')}
          className="focus-ring absolute right-1.5 top-1/2 flex size-6 -translate-y-1/2 items-center justify-center rounded-control text-ink-muted data-hovered:bg-hover group-data-empty:hidden"
        >
          <X aria-hidden size={14} />
        </AriaButton>
      </div>
    </AriaSearchField>
  );
}
