import { useEffect, useRef } from 'react';
import { useAccount } from '~/replica/hooks';
import { leaveWorkspace } from './start';

/** Nothing of somebody whom this device has forgotten stays on the screen. */
export function useLeaving(): void {
  const account = useAccount();
  const wasHere = useRef(account);
  useEffect(() => {
    if (account) wasHere.current = account;
    else if (wasHere.current) void leaveWorkspace(wasHere.current);
  }, [account]);
}
