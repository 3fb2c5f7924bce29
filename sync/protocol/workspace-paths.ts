/**
 * Addresses of screens that both the engine's start and the texts of a page depend on. The whole list is in
 * app/screens.ts.
 */

/** True for a path of the admin console. */
export const isConsolePath = (pathname: string): boolean => pathname === '/admin' || pathname.startsWith('/admin/');

/** The project of whose screens this is an address. */
export const projectOf = (pathname: string): string | undefined =>
  /^\/project\/([\w-]{1,64})(?:\/|$)/.exec(pathname)?.[1];
