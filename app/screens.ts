/** Which address opens how, from the features' manifests. The server and the service worker ask it; a page has no need to. */
import { isConsolePath } from '../sync/protocol/workspace-paths';
import type { Access, Offline } from './feature';
import { FEATURES } from './features';

interface Address {
  /** up to the first parameter: '/project' of 'project/:projectId' */
  prefix: string;
  access: Access;
  offline: Offline;
}

const ADDRESSES: readonly Address[] = FEATURES.flatMap(({ screens, access, offline }) =>
  screens.map((screen) => ({
    prefix: `/${screen.path.replace(/\/?:.*$/, '')}`,
    access: screen.access ?? access,
    offline: screen.offline ?? offline,
  })),
);
const prefixes = (holds: (address: Address) => boolean): ReadonlySet<string> =>
  new Set(ADDRESSES.filter(holds).map(({ prefix }) => prefix));
const isBelow = (pathname: string, within: ReadonlySet<string>): boolean =>
  within.has(pathname) || [...within].some((prefix) => prefix !== '/' && pathname.startsWith(`${prefix}/`));

const WORKSPACE = prefixes(({ offline }) => offline === 'workspace');
const PUBLIC = prefixes(({ access }) => access === 'public');
const CONSOLE_FILES = prefixes(({ prefix, offline }) => isConsolePath(prefix) && offline === 'none');

/** True for an address that opens from the device alone: the service worker, and the server on a first visit, answer it with the shell. */
export const isWorkspacePath = (pathname: string): boolean => isBelow(pathname, WORKSPACE);

/** True for a screen that opens without a session. */
export const isPublicScreen = (pathname: string): boolean => isBelow(pathname, PUBLIC);

/** True for a screen of the console; false for a file that it offers for saving, which no shell can stand for. */
export const isConsoleScreen = (pathname: string): boolean =>
  isConsolePath(pathname) && !isBelow(pathname, CONSOLE_FILES);
