import { useMemo } from 'react';
import { useItems } from './use-items';
import { useQuery } from '~/replica/hooks';
import type { ItemsWindow, LocalFileRow } from '../../../sync/engine/host/api';
import type { FileCategory } from '../../../sync/model/file-types';
import type { ItemOrder } from '../../../sync/model/item-order';

export interface FilesWindow extends Omit<ItemsWindow, 'local'> {
  local: ReadonlyMap<string, LocalFileRow>;
  /** whether these are the rows of the previous query, because those of this one have not arrived */
  isOlder: boolean;
}

/** The first files of a project in an order, with the bytes and uploads of this device; undefined until known. */
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

/** The bytes and upload of a file on this device; undefined if this device has neither. */
export const useLocalFile = (id: string): LocalFileRow | undefined => useQuery({ kind: 'files', itemId: id })?.[0];
