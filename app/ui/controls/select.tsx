import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  ListBox,
  ListBoxItem,
  Popover as AriaPopover,
  Select as AriaSelect,
  SelectValue,
  type Key,
} from 'react-aria-components';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from '../cx';
import { FieldFrame } from './field';
import { controlClass, floatClass } from './button-styles';

export interface Option<K extends string = string> {
  id: K;
  label: string;
  /** a second, muted line */
  detail?: string;
  icon?: ReactNode;
  isDisabled?: boolean;
}

export const optionClass =
  'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2.5 py-1.5 text-14 outline-none data-focused:bg-hover data-disabled:opacity-45 data-selected:font-medium data-selected:text-ink-strong';

function OptionItem({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} isDisabled={option.isDisabled} className={optionClass}>
      {({ isSelected }) => (
        <>
          {option.icon}
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="truncate">{option.label}</span>
            {option.detail && <span className="truncate text-12 font-normal text-ink-muted">{option.detail}</span>}
          </span>
          {isSelected && <Check aria-hidden size={16} className="text-accent-ink" />}
        </>
      )}
    </ListBoxItem>
  );
}

export interface SelectProps<K extends string = string> {
  label?: ReactNode;
  /** the accessible name without a visible label */
  'aria-label'?: string;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  options: readonly Option<K>[];
  value: K | null;
  onChange: (value: K) => void;
  isDisabled?: boolean;
  isRequired?: boolean;
  name?: string;
  className?: string;
}

/** One of a few options. */
export function Select<K extends string>({
  label,
  hint,
  error,
  placeholder,
  options,
  value,
  onChange,
  className,
  ...rest
}: SelectProps<K>) {
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key: Key | null) => key !== null && onChange(String(key) as K)}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldFrame label={label} hint={hint} error={error} isRequired={rest.isRequired}>
        <AriaButton
          className={cx(
            controlClass,
            'flex h-9 items-center gap-2 pr-2.5 text-left data-focus-visible:border-accent data-focus-visible:outline-2 data-focus-visible:-outline-offset-1 data-focus-visible:outline-accent',
          )}
        >
          <SelectValue className="flex-1 truncate data-placeholder:text-ink-faint [&_[slot=description]]:hidden">
            {({ isPlaceholder }) => (isPlaceholder ? (placeholder ?? '') : options.find((o) => o.id === value)?.label)}
          </SelectValue>
          <ChevronDown aria-hidden size={16} className="text-ink-muted" />
        </AriaButton>
      </FieldFrame>
      <AriaPopover className={cx(floatClass, 'w-(--trigger-width) min-w-44')}>
        <ListBox className="max-h-80 overflow-auto p-1 outline-none">
          {options.map((option) => (
            <OptionItem key={option.id} option={option} />
          ))}
        </ListBox>
      </AriaPopover>
    </AriaSelect>
  );
}
