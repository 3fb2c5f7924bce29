/** The navigation of the admin console, from the features' manifests. Its icons load with the console alone. */
import { ordered } from '~/features/shell/navigation-entries';

export const CONSOLE_NAVIGATION = ordered(
  import.meta.glob('../*/console-items.ts', { eager: true, import: 'items' }),
).filter(({ shownIn }) => shownIn.includes('console'));
