import { opened } from '~/ui/opened';

export const SignOutDialog = opened(() => import('./sign-out-dialog'));
