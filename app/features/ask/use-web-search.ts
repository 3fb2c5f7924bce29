import { useCapability } from './use-capability';

/** Whether the organization has a web search service. The server says with the answer what it could not search. */
export const useWebSearch = (): 'there' | 'missing' | 'unknown' => useCapability('search');
