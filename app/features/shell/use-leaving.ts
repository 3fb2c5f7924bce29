import { useEffect, useRef } from 'react';
import { useAccount } from '~/replica/hooks';
import { leaveWorkspace } from './start';

/** Nothing of somebody whom this device has forgotten stays on the screen. */
export function useLeaving(): void {
  const account = useAccount();
  const wasHere = useRef(false);
  useEffect(() => {
    if (account) wasHere.current = true;
    else if (wasHere.current) void leaveWorkspace();
  }, [account]);
}
