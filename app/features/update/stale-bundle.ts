import { isBusy } from './busy';
import { createReloadGuard, isStaleBundleError } from './reload-guard';

/**
 * Listens for modules that could not be loaded because another build stands on the server now, and reloads: at most twice, one second
 * after the failure, and never while something would be lost.
 */
export function startRecovery(): void {
  const guard = createReloadGuard({ storage: sessionStorage, reload: () => location.reload(), later: (ms, work) => void setTimeout(work, ms), busy: isBusy });
  guard.loaded();
  addEventListener('vite:preloadError', () => guard.failed());
  addEventListener('unhandledrejection', (event) => {
    if (isStaleBundleError(event.reason)) guard.failed();
  });
  addEventListener('error', (event) => {
    const target = event.target;
    if (target instanceof HTMLScriptElement && target.src.includes('/assets/')) guard.failed();
    else if (isStaleBundleError(event.error)) guard.failed();
  }, true);
}
