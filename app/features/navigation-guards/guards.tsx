/**
 * Guards against leaving a screen: a text that is not durable yet, a recording that would end. The router supports one
 * blocker, and of several it asks the last alone. Here every guard is asked.
 *
 *   navigation ──► no guard objects: continues
 *             └──► objecting guards are asked in sequence ──► all agree: continues      one refuses: stays
 */
import { useBlocker, type BlockerFunction } from '@remix-run/react';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';

export type Going = Parameters<BlockerFunction>[0];

export interface Guard {
  minds(going: Going): boolean;
  /**
   * Does what is needed before leaving and asks the person if necessary; resolves to whether to continue. The signal
   * aborts when the navigation is cancelled.
   */
  ask(signal: AbortSignal): Promise<boolean>;
}

const Guards = createContext<Set<Guard> | null>(null);

/** Must be mounted above all guards. */
export function Guarding({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<Guard>());
  const going = useRef<Going | null>(null);
  const blocker = useBlocker((to) => {
    going.current = to;
    return [...guards].some((guard) => guard.minds(to));
  });
  // the blocker is another object in each render; a second navigation during the question replaces the first
  const latest = useRef(blocker);
  latest.current = blocker;
  // Depends on the address, not the state: React may show a navigation that is blocked right after another was refused,
  // without a render between.
  const destination = blocker.state === 'blocked' ? blocker.location : null;
  useEffect(() => {
    if (!destination) return undefined;
    const asked = new AbortController();
    const askAll = async (): Promise<void> => {
      for (const guard of [...guards]) {
        if (!guards.has(guard) || !guard.minds(going.current!)) continue;
        const agrees = await guard.ask(asked.signal);
        if (asked.signal.aborted) return;
        if (!agrees) {
          latest.current.reset?.();
          return;
        }
      }
      latest.current.proceed?.();
    };
    askAll().catch((error: unknown) => {
      latest.current.reset?.();
      throw error;
    });
    return () => asked.abort();
  }, [destination, guards]);
  return <Guards.Provider value={guards}>{children}</Guards.Provider>;
}

/** Guards while the component is mounted. */
export function useGuard(guard: Guard): void {
  const guards = useContext(Guards);
  if (!guards) throw new Error('useGuard needs Guarding above it');
  const latest = useRef(guard);
  latest.current = guard;
  useEffect(() => {
    const mine: Guard = { minds: (going) => latest.current.minds(going), ask: (signal) => latest.current.ask(signal) };
    guards.add(mine);
    return () => {
      guards.delete(mine);
    };
  }, [guards]);
}

/** An open question to the person `about` something; null: none. */
export interface Question<About> {
  open: { about: About } | null;
  put(about: About, signal: AbortSignal): Promise<boolean>;
  answer(goes: boolean): void;
}

export function useQuestion<About>(): Question<About> {
  const [open, setOpen] = useState<{ about: About; answer: (goes: boolean) => void } | null>(null);
  return {
    open,
    put: (about, signal) =>
      new Promise((resolve) => {
        const answer = (goes: boolean): void => {
          setOpen(null);
          resolve(goes);
        };
        signal.addEventListener('abort', () => answer(false), { once: true });
        setOpen({ about, answer });
      }),
    answer: (goes) => open?.answer(goes),
  };
}
