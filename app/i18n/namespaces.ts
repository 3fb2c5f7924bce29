/** Every translation file: `locales/<language>/<namespace>.json`. */
export const NAMESPACES = ['common', 'shell', 'auth', 'project', 'note', 'meeting', 'recorder', 'outbox', 'settings', 'errors', 'account', 'legal'] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** What only the server reads: messages by mail, names of jobs. */
export const SERVER_NAMESPACES = ['mail', 'job'] as const;
/** What server-rendered screens need before they hydrate. */
export const FIRST_NAMESPACES = ['common', 'auth', 'shell', 'errors'] as const satisfies readonly Namespace[];
/** Of a server-rendered screen, by its address: the sign-in itself stays small. */
export function namespacesOf(pathname: string): readonly Namespace[] {
  if (/^\/(legal\/|contact$)/.test(pathname)) return [...FIRST_NAMESPACES, 'legal'];
  return pathname === '/auth/login' || !/^\/(auth|verify|invite|user\/company)\//.test(pathname) ? FIRST_NAMESPACES : [...FIRST_NAMESPACES, 'account'];
}
