/** The navigation of the admin console, from the features' manifests. Its icons load with the console alone. */
import { navigationOf, type IconFiles } from '~/features/shell/navigation-entries';

export const CONSOLE_NAVIGATION = navigationOf(
  'console',
  import.meta.glob('../*/console-icon.ts', { eager: true }) as IconFiles,
);
