import { opened } from '~/ui/overlays/lazy-overlay';

export const SignOutDialog = opened(() => import('./sign-out-dialog'));
