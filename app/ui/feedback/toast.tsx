import { lazy, Suspense, useEffect, useState } from 'react';
import type { ToastOptions } from './toaster';

const load = (): Promise<typeof import('./toaster')> => import('./toaster');
const Shown = lazy(load);

/** Resolves once toasts have a place to appear; what is said earlier waits for it. */
let place!: () => void;
const placed = new Promise<void>((resolve) => {
  place = resolve;
});
const say = (work: (toaster: typeof import('./toaster')) => void): void => {
  void placed.then(load).then(work);
};

/** Says that something happened. Never the only trace of an error that needs a person. */
export const toast = {
  message: (text: string, options?: ToastOptions): void => say(({ toasts }) => toasts.message(text, options)),
  success: (text: string, options?: ToastOptions): void => say(({ toasts }) => toasts.success(text, options)),
  error: (text: string, options?: ToastOptions): void => say(({ toasts }) => toasts.error(text, options)),
  dismiss: (id: string): void => say(({ toasts }) => toasts.dismiss(id)),
};

/** Where toasts appear. One a page; it loads behind what one came for. */
export function Toaster({ theme }: { theme: 'light' | 'dark' }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => setWanted(true), []);
  return wanted ? (
    <Suspense fallback={null}>
      <Shown theme={theme} onPlaced={place} />
    </Suspense>
  ) : null;
}
