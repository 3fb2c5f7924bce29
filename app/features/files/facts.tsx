import type { ReactNode } from 'react';

/** A list of names and values; names without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col px-5">
      {facts
        .filter(([, value]) => value !== '' && value !== null)
        .map(([name, value]) => (
          <div key={name} className="flex min-h-10 gap-4 border-b border-line py-2 text-14 last:border-0">
            <dt className="w-32 shrink-0 text-ink-muted">{name}</dt>
            <dd className="min-w-0 flex-1 break-words text-ink">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
