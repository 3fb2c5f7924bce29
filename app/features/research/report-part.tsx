import type { ReactNode } from 'react';

/** A part of a report below its sections. */
export function ReportPart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-20 flex-col gap-3">
      <h3 id={`${id}-title`} className="text-16 font-semibold text-ink-strong">
        {title}
      </h3>
      {children}
    </section>
  );
}
