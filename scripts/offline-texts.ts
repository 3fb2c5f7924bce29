/** Translation files that work offline: all but those of the server, and of features that need a connection. */
import { FEATURES } from '../app/features';
import { NAMESPACES, ONLINE_NAMESPACES, SERVER_NAMESPACES } from '../app/i18n/namespaces';

/** Namespaces of features that open offline nowhere; a feature without screens declares it in its manifest. */
const OF_ONLINE_FEATURES = FEATURES.filter(
  ({ namespace, offline, screens }) =>
    namespace !== null &&
    !(NAMESPACES as readonly string[]).includes(namespace) &&
    [...(screens.length === 0 ? [offline] : []), ...screens.map((screen) => screen.offline ?? offline)].every(
      (opens) => opens === 'none',
    ),
).map(({ namespace }) => namespace!);
const NOT_OFFLINE = new Set<string>([
  ...SERVER_NAMESPACES,
  ...ONLINE_NAMESPACES,
  ...OF_ONLINE_FEATURES,
  'demo',
  // the console has a cache of its own
  'admin',
]);

export const isOfflineNamespace = (namespace: string): boolean => !NOT_OFFLINE.has(namespace);
