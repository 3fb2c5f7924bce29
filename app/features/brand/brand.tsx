/** Our logo: a satchel with a closed flap. The icons are made from the same drawing (scripts/icons.mjs). */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M11.5 11V9.5a4.5 4.5 0 0 1 9 0V11"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M7 12.5A1.5 1.5 0 0 1 8.500 11h15a1.500 1.500 0 0 1 1.500 1.500V22a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3z"
        fill="var(--on-accent)"
      />
      <path
        d="M7 13l6.700 4.900a4 4 0 0 0 4.600 0L25 13"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-16 font-semibold text-ink-strong">
      <BrandMark />
      Satchel
    </span>
  );
}
