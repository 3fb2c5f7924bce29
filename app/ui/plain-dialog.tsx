/**
 * A dialog that is a state of the address: the server renders it open, so that it works before any script has loaded. With scripts it
 * keeps the focus inside, Esc leaves it, and the focus returns to where it was.
 */
import { Link, useNavigate } from '@remix-run/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export interface PlainDialogProps {
  title: ReactNode;
  /** under the title */
  description?: ReactNode;
  /** the address without the dialog */
  closeHref: string;
  children?: ReactNode;
}

const ENTRY = 'input:not([type=hidden]), textarea, select';

export function PlainDialog({ title, description, closeHref, children }: PlainDialogProps) {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    if (!shown) return;
    shown.close();
    shown.showModal();
    (shown.querySelector<HTMLElement>('[aria-invalid=true]') ?? shown.querySelector<HTMLElement>('input:checked') ?? shown.querySelector<HTMLElement>(ENTRY))?.focus();
    return () => { if (before instanceof HTMLElement && before.isConnected) before.focus(); };
  }, []);
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-40 bg-scrim" />
      <dialog
        ref={dialog}
        open
        aria-labelledby={`${id}-title`}
        {...(description ? { 'aria-describedby': `${id}-text` } : {})}
        onCancel={(event) => { event.preventDefault(); navigate(closeHref, { replace: true, preventScrollReset: true }); }}
        className="fixed inset-0 z-50 m-auto h-fit max-h-[88dvh] w-full max-w-lg overflow-auto rounded-dialog border border-line bg-overlay p-5 text-ink shadow-dialog outline-none backdrop:bg-transparent max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none"
      >
        <div className="flex items-start gap-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1.5">
            <h2 id={`${id}-title`} className="text-16 leading-snug">{title}</h2>
            {description && <div id={`${id}-text`} className="phrases leading-normal text-ink-muted">{description}</div>}
          </div>
          <Link to={closeHref} replace preventScrollReset aria-label={t('close')} className="focus-ring -m-1.5 inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-hover hover:text-ink-strong">
            <X aria-hidden size={16} />
          </Link>
        </div>
        {children}
      </dialog>
    </>
  );
}
