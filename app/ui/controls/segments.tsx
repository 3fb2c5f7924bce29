import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';

export interface Segment<K extends string = string> {
  id: K;
  label: string;
  icon?: ReactNode;
}

/** One of two or three options, side by side. */
export function Segments<K extends string>({
  label,
  options,
  value,
  onChange,
  isCompact = false,
}: {
  /** accessible name */
  label: string;
  options: readonly Segment<K>[];
  value: K;
  onChange: (value: K) => void;
  /** on a narrow screen only the chosen one shows its word; each needs an icon */
  isCompact?: boolean;
}) {
  return (
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={(id) => onChange(id as K)}
      className="flex h-9 w-fit max-w-full items-center gap-0.5 rounded-control border border-line-strong bg-raised p-0.5"
    >
      {options.map(({ id, label: text, icon }) => (
        <Radio
          key={id}
          value={id}
          className="group/segment flex h-full min-w-0 cursor-default items-center gap-1.5 whitespace-nowrap rounded-[4px] px-2.5 text-13 text-ink-muted outline-none transition-colors data-hovered:bg-hover data-selected:bg-accent-tint data-selected:font-medium data-selected:text-accent-ink data-focus-visible:outline-2 data-focus-visible:outline-solid data-focus-visible:outline-accent"
        >
          {icon}
          <span
            className={
              isCompact
                ? 'max-sm:sr-only max-sm:group-data-selected/segment:not-sr-only max-sm:group-data-selected/segment:overflow-hidden max-sm:group-data-selected/segment:text-ellipsis max-sm:group-data-selected/segment:whitespace-nowrap'
                : ''
            }
          >
            {text}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
