/** The navigation of the workspace, from the features' manifests. */
import { navigationOf, type IconFiles } from './navigation-entries';

const icons = import.meta.glob('../*/icon.ts', { eager: true }) as IconFiles;

export const SIDEBAR = navigationOf('sidebar', icons);
export const BOTTOM_BAR = navigationOf('bottomBar', icons);
export const PALETTE = navigationOf('palette', icons);

/** True where an account has the authority of the admin console; the server checks it again. */
export const runsConsole = (account: { authorityCodes: readonly string[] } | null): boolean =>
  account?.authorityCodes.includes('ADMIN_CONSOLE') ?? false;
