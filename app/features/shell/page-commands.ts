/** Commands of the open screen in the command palette. */
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface PageCommand {
  id: string;
  text: string;
  icon: LucideIcon;
  run: () => void;
}

let commands: readonly PageCommand[] = [];
const listeners = new Set<() => void>();
const set = (next: readonly PageCommand[]): void => {
  commands = next;
  for (const listener of listeners) listener();
};

/** Offers a command while the component is mounted. */
export function usePageCommand(id: string, text: string, icon: LucideIcon, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const command = { id: `page-${id}`, text, icon, run: () => latest.current() };
    set([...commands, command]);
    return () => set(commands.filter((each) => each !== command));
  }, [id, text, icon]);
}

export const usePageCommands = (): readonly PageCommand[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
    () => commands,
  );
