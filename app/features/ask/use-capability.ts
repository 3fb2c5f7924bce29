import { useEffect, useState } from 'react';
import { call } from '~/api/client';
import { useStatus } from '~/replica/hooks';
import { aiProviderCalls } from '../../../server/core/ai-providers/contract';
import type { Capability } from '../../../sync/model/ai-providers';

/** Whether the organization has a provider of a capability. `unknown` until the server has answered, and offline. */
export function useCapability(capability: Capability): 'there' | 'missing' | 'unknown' {
  const [found, setFound] = useState<'there' | 'missing' | 'unknown'>('unknown');
  const isOnline = useStatus().connection.state === 'online';
  useEffect(() => {
    if (!isOnline) return undefined;
    const ending = new AbortController();
    call(aiProviderCalls.available, {}, { signal: ending.signal })
      .then(({ capabilities }) => setFound(capabilities.includes(capability) ? 'there' : 'missing'))
      .catch(() => undefined);
    return () => ending.abort();
  }, [isOnline, capability]);
  return found;
}
