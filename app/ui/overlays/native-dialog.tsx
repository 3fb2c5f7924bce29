/**
 * A dialog that is part of the page's address: the server renders it, its forms work before any script has loaded, and
 * closing it navigates to the address without it. With scripts it is a modal `<dialog>`: it traps the focus and
 * restores it afterwards, and Esc closes it.
 */
import { Link, useNavigate } from '@remix-run/react';
import { X } from 'lucide-react';
import { useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { nativeButtonClass } from '../controls/button-styles';
import { useBeforePaint } from '../controls/early-input';

export interface NativeDialogProps {
  title: ReactNode;
  /** under the title */
  description?: ReactNode;
  /** the address without the dialog */
  closeHref: string;
  size?: 'small' | 'normal' | 'large';
  children: ReactNode;
}

const WIDTHS = { small: 'sm:max-w-md', normal: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

/**
 * Initial focus, first match: an invalid field, the field that the dialog names, the checked choice, the first field;
 * else the dialog itself.
 */
const FIRST = [
  '[aria-invalid=true]',
  '[data-focus-first]',
  'input:checked',
  'input:not([type=hidden]), textarea, select',
];

export function NativeDialog({ title, description, closeHref, size = 'normal', children }: NativeDialogProps) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // the cleanup runs before the element is removed: removing a focused element loses the focus
  useBeforePaint(() => {
    const element = dialog.current;
    if (!element) return undefined;
    // the server renders it open; showModal() needs a closed dialog
    element.close();
    element.showModal();
    (FIRST.map((selector) => element.querySelector<HTMLElement>(selector)).find(Boolean) ?? element).focus();
    return () => element.close();
  }, []);
  const close = (): void => navigate(closeHref, { preventScrollReset: true });
  /** A press on the backdrop has the dialog itself as its target. */
  const closeOutside = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget) close();
  };
  return (
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      {...(description ? { 'aria-describedby': `${id}-text` } : {})}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={closeOutside}
      className={cx('plain-dialog float-in border border-line bg-overlay text-ink shadow-dialog', WIDTHS[size])}
    >
      <div className="flex max-h-[88dvh] flex-col">
        <div className="flex flex-col gap-1.5 px-5 pt-5">
          <h2 id={`${id}-title`} className="pr-10 text-16 leading-snug">
            {title}
          </h2>
          {description && (
            <div id={`${id}-text`} className="text-14 leading-normal text-ink-muted">
              {description}
            </div>
          )}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 pt-4">{children}</div>
      </div>
      <Link
        to={closeHref}
        preventScrollReset
        aria-label={t('close')}
        className="focus-ring absolute right-4 top-4 flex size-8 items-center justify-center rounded-control text-ink-muted transition-colors hover:bg-hover hover:text-ink-strong"
      >
        <X aria-hidden size={16} />
      </Link>
    </dialog>
  );
}

/** The buttons of a dialog, the main one last. */
export function NativeDialogFooter({ children }: { children: ReactNode }) {
  return <div className="mt-1 flex flex-wrap justify-end gap-2">{children}</div>;
}

/** Closes the dialog without a change. */
export function NativeDialogClose({ to, children }: { to: string; children?: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Link to={to} preventScrollReset className={nativeButtonClass('secondary')}>
      {children ?? t('cancel')}
    </Link>
  );
}
