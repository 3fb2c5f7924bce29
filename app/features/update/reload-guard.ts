/**
 * Stale-bundle recovery: how often and when the page may reload itself.
 *
 *   failed ─► busy? ─ yes ─► nothing: the person's work takes precedence
 *               │ no
 *               ▼
 *          reloads < 2? ─ no ─► nothing: the error boundary is shown
 *               │ yes: appRefreshed = reloads + 1
 *               ▼ 1 s
 *            reload ─► loaded ─ 2 s without a failure ─► appRefreshed removed
 */
export const RELOADS_MAX = 2;
export const RELOAD_DELAY = 1000;
export const RESET_DELAY = 2000;
/** Key in the session storage. */
export const REFRESHED_KEY = 'appRefreshed';

export interface ReloadGuardParts {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  reload: () => void;
  /** runs the work after this many milliseconds */
  later: (ms: number, work: () => void) => void;
  /** true while a reload would lose or interrupt work */
  busy: () => boolean;
}

export interface ReloadGuard {
  /** a page has started */
  loaded(): void;
  /** a module could not be loaded; true: the page will reload */
  failed(): boolean;
}

export function createReloadGuard({ storage, reload, later, busy }: ReloadGuardParts): ReloadGuard {
  let failures = 0;
  let pending = false;
  const reloads = () => Number(storage.getItem(REFRESHED_KEY)) || 0;
  return {
    loaded() {
      later(RESET_DELAY, () => {
        if (failures === 0) storage.removeItem(REFRESHED_KEY);
      });
    },
    failed() {
      failures += 1;
      if (pending) return true;
      if (busy() || reloads() >= RELOADS_MAX) return false;
      pending = true;
      later(RELOAD_DELAY, () => {
        pending = false;
        if (busy()) return;
        storage.setItem(REFRESHED_KEY, String(reloads() + 1));
        reload();
      });
      return true;
    },
  };
}

/** True for browsers' errors when a module of an older build is missing, or HTML was served instead. */
export function isStaleBundleError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  return /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS|Expected a JavaScript.* module script|is not a valid JavaScript MIME type/i.test(
    message,
  );
}
