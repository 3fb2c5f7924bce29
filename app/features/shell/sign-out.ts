import { lazyOverlay } from '~/ui/overlays/lazy-overlay';

export const SignOutDialog = lazyOverlay(() => import('./sign-out-dialog'));
