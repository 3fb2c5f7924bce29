import { useSyncExternalStore } from 'react';
import type { Cell } from './cell';

/** The value of a cell; renders again when it changes. */
export const useCell = <T>(cell: Pick<Cell<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(cell.subscribe, cell.get, cell.get);
