/** Context of the player of the meeting on screen. */
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';
import { PlayerStore, type PlayerSnapshot } from './player-store';

const PlayerContext = createContext<PlayerStore | null>(null);

export function PlayerProvider({ children }: { children: ReactNode }) {
  const [store] = useState(() => new PlayerStore());
  return <PlayerContext.Provider value={store}>{children}</PlayerContext.Provider>;
}
export function usePlayer(): PlayerStore {
  const store = useContext(PlayerContext);
  if (!store) throw new Error('usePlayer needs a PlayerProvider above it');
  return store;
}
export function usePlayerSnapshot(): PlayerSnapshot {
  const store = usePlayer();
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
