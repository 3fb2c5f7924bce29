import { isConsolePath } from '../../sync/protocol/workspace-paths';

/** Every translation file: `locales/<language>/<namespace>.json`. */
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
] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** What only screens of the server are written in, which open with a network. */
export const ONLINE_NAMESPACES = ['account', 'legal'] as const satisfies readonly Namespace[];
/** What the workspace is written in: the console's texts load with the console. */
export const WORKSPACE_NAMESPACES = NAMESPACES.filter(
  (name) => name !== 'admin' && !ONLINE_NAMESPACES.some((other) => other === name),
);
/** Of screens that are a document without scripts: the page of visitors. */
export const DOCUMENT_NAMESPACES = ['landing'] as const;
/** What only the server reads: messages by mail, names of jobs, documents without scripts. */
export const SERVER_NAMESPACES = ['mail', 'job', ...DOCUMENT_NAMESPACES] as const;
/** What server-rendered screens need before they hydrate. */
export const FIRST_NAMESPACES = ['common', 'auth', 'shell', 'errors'] as const satisfies readonly Namespace[];
/** Of a server-rendered screen, by its address: the sign-in itself stays small. */
export function namespacesOf(pathname: string): readonly Namespace[] {
  if (/^\/(legal\/|contact$)/.test(pathname)) return [...FIRST_NAMESPACES, 'legal'];
  if (isConsolePath(pathname)) return [...FIRST_NAMESPACES, 'admin'];
  return pathname === '/auth/login' || !/^\/(auth|verify|invite|user\/company)\//.test(pathname)
    ? FIRST_NAMESPACES
    : [...FIRST_NAMESPACES, 'account'];
}
