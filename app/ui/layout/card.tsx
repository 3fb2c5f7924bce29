import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { cx } from '../cx';

export interface CardProps {
  title?: ReactNode;
  /** at the right of the title */
  action?: ReactNode;
  /** makes the whole card a link; `action` stays separate */
  href?: string;
  className?: string;
  children?: ReactNode;
}

/** A bordered group of content. Cards are not nested. */
export function Card({ title, action, href, className, children }: CardProps) {
  return (
    <section
      className={cx(
        'relative rounded-card border border-line bg-raised p-4',
        href && 'transition-colors focus-within:border-line-strong hover:border-line-strong',
        className,
      )}
    >
      {(title || action) && (
        <div className="mb-3 flex items-center gap-3">
          <h2 className="min-w-0 flex-1 text-14">
            {href ? (
              <Link to={href} className="focus-ring rounded-card after:absolute after:inset-0">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          {action && <div className="relative z-10">{action}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
