/** The navigation of the workspace, from the features' manifests. Without their screens' part, which no page needs. */
import type { NavigationEntry } from '../../feature';
import { ordered } from './navigation-entries';

const ITEMS = ordered(import.meta.glob('../*/navigation-items.ts', { eager: true, import: 'items' }));
const shownIn = (bar: NavigationEntry['shownIn'][number]) => ITEMS.filter((item) => item.shownIn.includes(bar));

export const SIDEBAR = shownIn('sidebar');
export const BOTTOM_BAR = shownIn('bottomBar');
export const PALETTE = shownIn('palette');

/** True where an account has the authority of the admin console; the server checks it again. */
export const runsConsole = (account: { authorityCodes: readonly string[] } | null): boolean =>
  account?.authorityCodes.includes('ADMIN_CONSOLE') ?? false;
