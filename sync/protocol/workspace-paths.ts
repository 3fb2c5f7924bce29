/**
 * Which addresses are the workspace: they open from the device alone, so the service worker, and the server on a first visit, answer
 * them with the shell. The admin console comes from the server while it answers, and opens with the shell where it does not. Everything else
 * (sign-in, public pages, the APIs, files) goes to the network.
 */
const WORKSPACE = [
  '/search',
  '/my-base',
  '/project',
  '/meeting-notes',
  '/meeting-note',
  '/meeting',
  '/recovery',
  '/outbox',
  '/conflicts',
  '/settings',
  '/share',
];

/** True for the address of a workspace screen. `pathname` without query. */
export function isWorkspacePath(pathname: string): boolean {
  if (pathname === '/') return true;
  return WORKSPACE.some((p) => pathname === p || pathname.startsWith(`${p}/`));
}

/** True for an address of the admin console. */
export const isConsolePath = (pathname: string): boolean => pathname === '/admin' || pathname.startsWith('/admin/');

/** True for a screen of the console: not for a file that it gives to save, which no shell can stand for. */
export const isConsoleScreen = (pathname: string): boolean =>
  isConsolePath(pathname) && !/\/(csv|export)$/.test(pathname);

/** The project of whose screens this is an address. */
export const projectOf = (pathname: string): string | undefined =>
  /^\/project\/([\w-]{1,64})(?:\/|$)/.exec(pathname)?.[1];
