import type { LucideIcon } from 'lucide-react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { cx } from '../cx';

export interface RadioCardsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  choices: readonly { id: T; icon: LucideIcon; name: string; text: string }[];
}

/** One choice of a few, each with what it means. */
export function RadioCards<T extends string>({ label, value, onChange, choices }: RadioCardsProps<T>) {
  return (
    <RadioGroup value={value} onChange={(chosen) => onChange(chosen as T)} className="flex flex-col gap-1.5">
      <Label className="text-13 font-medium text-ink">{label}</Label>
      {choices.map(({ id, icon: Icon, name, text }) => (
        <Radio
          key={id}
          value={id}
          className={({ isSelected, isFocusVisible }) =>
            cx(
              'flex cursor-default items-center gap-3 rounded-control border px-3 py-2.5 transition-colors',
              isSelected ? 'border-accent bg-accent-tint' : 'border-line hover:bg-hover',
              isFocusVisible && 'outline-2 outline-offset-2 outline-accent',
            )
          }
        >
          <Icon aria-hidden size={18} className="shrink-0 text-ink-muted" />
          <span className="flex min-w-0 flex-col">
            <span className="text-14 font-medium text-ink-strong">{name}</span>
            <span className="text-12 text-ink-muted">{text}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
