/** The services on which this feature depends. */
import type { CoreServices } from '../context';

export type FileServices = Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'usage' | 'storedBytes' | 'parsing'>;
