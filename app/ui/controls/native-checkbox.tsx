/** Style of a native checkbox. */
export const tickClass = 'focus-ring size-4 shrink-0 accent-[var(--accent)]';

/** The checkbox of a row. A form submits it before any script has loaded. It lies above a link that fills the row. */
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
