import { useEffect, useState } from 'react';
import { call } from '~/api/client';
import { useStatus } from '~/replica/hooks';
import { aiProviderCalls } from '../../../server/core/ai-providers/contract';
import type { Capability } from '../../../sync/model/ai-providers';

export interface Available {
  capabilities: readonly Capability[];
  /** price of a million tokens of the language model, in the currency of the organization; 0 for none */
  chatPrice: number;
  /** names of the language models, the default one first */
  chatModels: readonly string[];
}

/**
 * The capabilities for which the organization has providers. Null until the server has answered; offline it stays null.
 */
export function useAvailable(): Available | null {
  const [found, setFound] = useState<Available | null>(null);
  const isOnline = useStatus().connection.state === 'online';
  useEffect(() => {
    if (!isOnline) return undefined;
    const ending = new AbortController();
    call(aiProviderCalls.available, {}, { signal: ending.signal })
      .then(setFound)
      .catch(() => undefined);
    return () => ending.abort();
  }, [isOnline]);
  return found;
}

/** `unknown` until the server has answered. */
export function stateOf(available: Available | null, capability: Capability): 'there' | 'missing' | 'unknown' {
  if (!available) return 'unknown';
  return available.capabilities.includes(capability) ? 'there' : 'missing';
}

/** Whether the organization has a provider of a capability. `unknown` until the server has answered, and offline. */
export const useCapability = (capability: Capability) => stateOf(useAvailable(), capability);
