/** The box of a row that can be ticked, of the platform: a form sends it before any script has loaded. */
export const tickClass = 'focus-ring size-4 shrink-0 accent-[var(--accent)]';

/** Lies above a link that fills its row. */
export function NativeCheckbox({
  label,
  ...rest
}: {
  label: string;
  name: string;
  value: string;
  defaultChecked: boolean;
}) {
  return (
    <label className="relative z-1 flex size-6 shrink-0 items-center">
      <input {...rest} type="checkbox" aria-label={label} className={tickClass} />
    </label>
  );
}
