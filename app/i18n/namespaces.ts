import { isConsolePath } from '../../sync/protocol/workspace-paths';

/**
 * Translation files that several screens use: `locales/<language>/<namespace>.json`. A feature's own file is named by
 * its manifest and loaded with its screens (app/feature.ts).
 */
export const NAMESPACES = [
  'common',
  'shell',
  'auth',
  'project',
  'note',
  'meeting',
  'recorder',
  'outbox',
  'settings',
  'errors',
  'account',
  'legal',
  'lock',
  'admin',
  'answers',
  'ask',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** Used only by server-rendered screens and for messages of the server, which need a network. */
export const ONLINE_NAMESPACES = ['account', 'legal', 'answers'] as const satisfies readonly Namespace[];
/** Used by the workspace; the console's texts load with the console. */
export const WORKSPACE_NAMESPACES = NAMESPACES.filter(
  (name) => name !== 'admin' && !ONLINE_NAMESPACES.some((other) => other === name),
);
/** Used by documents without scripts: the landing page, and the public page of a note. */
export const DOCUMENT_NAMESPACES = ['landing', 'viewer'] as const;
/** Used by the server only: e-mails, names of jobs, documents without scripts. */
export const SERVER_NAMESPACES = ['mail', 'job', ...DOCUMENT_NAMESPACES] as const;
/** Needed by server-rendered screens before hydration. */
export const FIRST_NAMESPACES = ['common', 'auth', 'shell', 'errors'] as const satisfies readonly Namespace[];
/** Namespaces of a server-rendered screen, by its path; as few as possible, so that the sign-in stays small. */
export function namespacesOf(pathname: string): readonly Namespace[] {
  if (/^\/(legal\/|contact$)/.test(pathname)) return [...FIRST_NAMESPACES, 'legal'];
  if (isConsolePath(pathname)) return [...FIRST_NAMESPACES, 'admin'];
  return pathname === '/auth/login' || !/^\/(auth|verify|invite|user\/company)\//.test(pathname)
    ? FIRST_NAMESPACES
    : [...FIRST_NAMESPACES, 'account'];
}
