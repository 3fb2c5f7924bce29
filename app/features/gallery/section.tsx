import type { ReactNode } from 'react';

/** One entry of the gallery. `parts` are the files of `app/ui` that it shows, without `.tsx`; a test compares them with the folder. */
export function Section({ title, parts, children }: { title: string; parts: readonly string[]; children: ReactNode }) {
  return (
    <section className="border-b border-line py-6">
      <h2 className="text-14">{title}</h2>
      <p className="mb-4 text-12 text-ink-muted">{parts.map((part) => `ui/${part}`).join(' · ')}</p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-5">{children}</div>
    </section>
  );
}

/** One state of a part with its name above, where the part does not say it itself. */
export function State({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`flex max-w-full flex-col items-start gap-1.5 ${className ?? ''}`}>
      <span className="text-12 text-ink-muted">{name}</span>
      {children}
    </div>
  );
}
