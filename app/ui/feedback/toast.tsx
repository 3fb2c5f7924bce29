import { lazy, Suspense, useEffect, useState } from 'react';
import type { ToastOptions } from './toaster';

const load = (): Promise<typeof import('./toaster')> => import('./toaster');
const Shown = lazy(load);

/** Resolves when the toaster is mounted; earlier toasts are shown then. */
let markMounted!: () => void;
const mounted = new Promise<void>((resolve) => {
  markMounted = resolve;
});
const show = (work: (toaster: typeof import('./toaster')) => void): void => {
  void mounted.then(load).then(work);
};

/** Shows a short message. An error that needs an action must be visible elsewhere, too. */
export const toast = {
  message: (text: string, options?: ToastOptions): void => show(({ toasts }) => toasts.message(text, options)),
  success: (text: string, options?: ToastOptions): void => show(({ toasts }) => toasts.success(text, options)),
  error: (text: string, options?: ToastOptions): void => show(({ toasts }) => toasts.error(text, options)),
  dismiss: (id: string): void => show(({ toasts }) => toasts.dismiss(id)),
};

/** The region of the toasts, once a page. It loads after the page's content. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(true), []);
  return wanted ? (
    <Suspense fallback={null}>
      <Shown theme={theme} onMounted={markMounted} />
    </Suspense>
  ) : null;
}
