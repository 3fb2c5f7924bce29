/** For operations of one or two seconds; longer ones show Progress. Decorative: the host element announces that it is busy. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className="spin shrink-0" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden>
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
