import { useCapability } from './use-capability';

/** Whether the organization has a web search service; `unknown` until the server has answered, and offline. */
export const useWebSearch = (): 'there' | 'missing' | 'unknown' => useCapability('search');
