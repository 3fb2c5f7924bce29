import { useMemo } from 'react';
import { useItems } from './use-items';
import { useQuery } from '~/replica/hooks';
import type { ItemsWindow, LocalFileRow } from '../../../sync/engine/host/api';
import type { FileCategory } from '../../../sync/model/file-types';
import type { ItemOrder } from '../../../sync/model/item-order';

export interface FilesWindow extends Omit<ItemsWindow, 'local'> {
  local: ReadonlyMap<string, LocalFileRow>;
  /** the answer to the question before; the one to this has not arrived */
  isOlder: boolean;
}

/**
 * The first files of a project in an order, with what this device holds and sends of them; undefined until they are
 * known.
 */
export function useFiles(
  projectId: string,
  asked: { category: FileCategory | undefined; order: ItemOrder; language: string; limit: number | null },
): FilesWindow | undefined {
  const { category, ...rest } = asked;
  const items = useItems({ kind: 'items', of: 'files', projectId, ...rest, ...(category ? { category } : {}) });
  const rows = items?.local;
  const local = useMemo(() => new Map((rows ?? []).map((row) => [row.id, row])), [rows]);
  return items && { ...items, local };
}

/** The state of one file on this device; undefined if the device has none of it. */
export const useLocalFile = (id: string): LocalFileRow | undefined => useQuery({ kind: 'files', itemId: id })?.[0];
