import { isBusy } from '~/replica/busy';
import { createReloadGuard, isStaleBundleError, type ReloadGuard } from './reload-guard';

let guard: ReloadGuard | null = null;

/**
 * Listens for modules that could not be loaded because the server has another build, and reloads: at most twice, one
 * second after the failure, and never while work would be lost.
 */
export function startRecovery(): void {
  const started = createReloadGuard({
    storage: sessionStorage,
    reload: () => location.reload(),
    later: (ms, work) => void setTimeout(work, ms),
    busy: isBusy,
  });
  guard = started;
  started.loaded();
  addEventListener('vite:preloadError', () => started.failed());
  addEventListener('unhandledrejection', (event) => {
    if (isStaleBundleError(event.reason)) started.failed();
  });
  addEventListener(
    'error',
    (event) => {
      const target = event.target;
      if (target instanceof HTMLScriptElement && target.src.includes('/assets/')) started.failed();
      else if (isStaleBundleError(event.error)) started.failed();
    },
    true,
  );
}

/** For an error boundary: true when the error is a stale bundle's and the page will reload. */
export const recoverFrom = (error: unknown): boolean => isStaleBundleError(error) && (guard?.failed() ?? false);
