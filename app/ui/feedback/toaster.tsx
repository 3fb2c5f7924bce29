import { Toaster as SonnerToaster, toast as sonner, useSonner, type ExternalToast } from 'sonner';
import { useEffect, useLayoutEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { watchToastOffset } from './toast-offset';

export interface ToastOptions {
  /** a second line */
  description?: string;
  action?: { label: string; onPress: () => void };
  /** the same id replaces an earlier toast */
  id?: string;
  /** milliseconds; 4000 unless told */
  duration?: number;
}

const external = (o: ToastOptions = {}): ExternalToast => ({
  ...(o.description ? { description: o.description } : {}),
  ...(o.id ? { id: o.id } : {}),
  ...(o.duration ? { duration: o.duration } : {}),
  ...(o.action ? { action: { label: o.action.label, onClick: o.action.onPress } } : {}),
});

/** Implementation of `toast` (./toast). */
export const toasts = {
  message: (text: string, options?: ToastOptions) => sonner(text, external(options)),
  success: (text: string, options?: ToastOptions) => sonner.success(text, external(options)),
  error: (text: string, options?: ToastOptions) => sonner.error(text, external(options)),
  dismiss: (id: string) => sonner.dismiss(id),
};

/**
 * A button pressed with the pointer leaves the focus where it is: typing continues there. Otherwise the toast takes it,
 * and sonner gives it back when the toast leaves, from whatever has it by then.
 */
const leaveFocus = (event: MouseEvent): void => {
  if ((event.target as Element).closest('[data-sonner-toast] button')) event.preventDefault();
};

/** px between the window's lower end and the toasts, while there are any. */
function useOffset(): number {
  const isShown = useSonner().toasts.length > 0;
  const [offset, setOffset] = useState(0);
  // before the first toast is painted
  useLayoutEffect(() => (isShown ? watchToastOffset(setOffset) : undefined), [isShown]);
  return offset;
}

/**
 * The region of the toasts, with the specification's numbers (organization 9): 4 s, 3 visible, 14 px gap, 356 px wide, bottom right above
 * the bars that stand there, Alt+T, swiped away at 45 px. `onMounted` is called when toasts can be shown.
 */
export default function Toaster({ theme, onMounted }: { theme: 'light' | 'dark'; onMounted: () => void }) {
  const { t } = useTranslation('common');
  const bottom = useOffset();
  // runs after sonner's own effect, which subscribes to toasts
  useEffect(() => onMounted(), [onMounted]);
  return (
    <div onMouseDown={leaveFocus}>
      <SonnerToaster
        theme={theme}
        position="bottom-right"
        duration={4000}
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        closeButton
        containerAriaLabel={t('notices')}
        offset={{ bottom }}
        mobileOffset={{ bottom }}
        toastOptions={{
          closeButtonAriaLabel: t('close'),
          classNames: {
            toast: 'rounded-card! border-line! bg-overlay! text-ink-strong! shadow-float! font-sans!',
            description: 'text-ink-muted!',
            actionButton: 'bg-accent! text-on-accent! rounded-control!',
            closeButton: 'bg-overlay! border-line! text-ink-muted!',
            error: 'text-danger-ink!',
            success: 'text-success-ink!',
          },
        }}
      />
    </div>
  );
}
