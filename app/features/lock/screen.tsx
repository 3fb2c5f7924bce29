import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** Title, text and content of one screen of the lock. */
export function Screen({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2">
        <span
          aria-hidden
          className="mb-1 flex size-11 items-center justify-center rounded-full bg-accent-tint text-accent-ink"
        >
          <Lock size={20} />
        </span>
        <h1 id="lock-title" className="text-24">
          {title}
        </h1>
        {text && <p className="leading-relaxed text-ink-muted">{text}</p>}
      </div>
      {children}
    </div>
  );
}
