/** Every translation file: `locales/<language>/<namespace>.json`. */
export const NAMESPACES = ['common', 'shell', 'auth', 'project', 'note', 'meeting', 'recorder', 'outbox', 'settings', 'errors'] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** What only the server reads: messages by mail, names of jobs. */
export const SERVER_NAMESPACES = ['mail', 'job'] as const;
/** What server-rendered screens need before they hydrate. */
export const FIRST_NAMESPACES = ['common', 'auth', 'shell', 'errors'] as const satisfies readonly Namespace[];
