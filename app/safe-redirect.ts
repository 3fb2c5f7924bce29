import { ownAddress } from '../sync/protocol/own-address';
import { paths } from './paths';

/** Sign-in screens to which a person is not sent back after signing in. */
const SIGNED_IN = ['/auth/authorization', '/auth/desktop', '/auth/verification-success'];

/** An address of this site to continue at, or home: never another site, never a scheme. */
export function safeRedirect(to: string | null | undefined): string {
  const url = ownAddress(to);
  if (!url || (url.pathname.startsWith('/auth/') && !SIGNED_IN.includes(url.pathname)) || url.pathname === '/shell')
    return paths.home();
  return url.pathname + url.search + url.hash;
}
