/** A submit button with the style and role of a switch, its state in words beside it. It works before scripts have loaded. */
import { cx } from '../cx';

export function NativeSwitch({
  isOn,
  label,
  state,
  title,
}: {
  isOn: boolean;
  /** the setting: its accessible name */
  label: string;
  /** 'On', 'Visible' */
  state: string;
  title?: string | undefined;
}) {
  return (
    <button
      type="submit"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      title={title}
      className="focus-ring relative z-1 flex min-h-6 cursor-default items-center gap-2 rounded-control disabled:opacity-45"
    >
      <span
        aria-hidden
        className={cx(
          'flex h-5 w-9 shrink-0 items-center rounded-full border p-0.5 transition-colors',
          isOn ? 'border-accent bg-accent' : 'border-line-strong bg-sunken',
        )}
      >
        <span
          className={cx(
            'size-3.5 rounded-full transition-transform',
            isOn ? 'translate-x-4 bg-on-accent' : 'bg-line-strong',
          )}
        />
      </span>
      <span aria-hidden className="whitespace-nowrap text-13 text-ink-muted">
        {state}
      </span>
    </button>
  );
}
