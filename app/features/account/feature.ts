import type { Feature } from '../../feature';

export const feature = {
  access: 'public',
  offline: 'none',
  namespace: 'account',
  screens: [
    { path: 'verify/retrieve-password', file: 'routes/verify/retrieve-password.tsx' },
    { path: 'verify/create-company', file: 'routes/verify/create-company.tsx' },
    { path: 'verify/invite-user', file: 'routes/verify/invite-user.tsx' },
    { path: 'verify/box', file: 'routes/verify/box.tsx' },
    { path: 'verify/google-drive', file: 'routes/verify/google-drive.tsx' },
    { path: 'invite/:key', file: 'routes/join/invite.tsx' },
    { path: 'user/company/applyVerify', file: 'routes/join/apply-verify.tsx' },
  ],
  navigation: [],
} satisfies Feature;
