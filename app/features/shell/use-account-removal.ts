import { useEffect, useRef } from 'react';
import { useAccount } from '~/replica/hooks';
import { leaveWorkspace } from './start';

/** Content of a person whose account was removed from this device must not stay on screen. */
export function useAccountRemoval(): void {
  const account = useAccount();
  const wasHere = useRef(account);
  useEffect(() => {
    if (account) wasHere.current = account;
    else if (wasHere.current) void leaveWorkspace(wasHere.current);
  }, [account]);
}
