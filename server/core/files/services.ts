/** Services that the parts of this feature depend on. */
import type { CoreServices } from '../context';

export type FileServices = Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'usage' | 'storedBytes' | 'parsing'>;
