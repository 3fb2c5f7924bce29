/**
 * Which addresses are the workspace: they open from the device alone, so the service worker, and the server on a first visit, answer
 * them with the shell. Everything else (sign-in, admin, public pages, the APIs, files) goes to the network.
 */
const WORKSPACE = ['/search', '/my-base', '/project', '/meeting-notes', '/meeting-note', '/meeting', '/recovery', '/outbox', '/conflicts', '/settings'];

/** True for the address of a workspace screen. `pathname` without query. */
export function isWorkspacePath(pathname: string): boolean {
  if (pathname === '/') return true;
  return WORKSPACE.some((p) => pathname === p || pathname.startsWith(`${p}/`));
}
