/** The navigation of the workspace, from the features' manifests. Without their screens' part, which no page needs. */
import type { NavigationEntry } from '../../feature';
import { ordered } from './navigation-entries';

const ITEMS = ordered(import.meta.glob('../*/navigation-items.ts', { eager: true, import: 'items' }));
const at = (place: NavigationEntry['places'][number]) => ITEMS.filter(({ places }) => places.includes(place));

export const SIDEBAR = at('sidebar');
export const BOTTOM_BAR = at('bottomBar');
export const PALETTE = at('palette');

/** True where an account has the authority of the admin console; the server checks it again. */
export const runsConsole = (account: { authorityCodes: readonly string[] } | null): boolean =>
  account?.authorityCodes.includes('ADMIN_CONSOLE') ?? false;
