import { useEffect, useState } from 'react';
import { replica } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import type { BytesAnswer } from '../../../sync/engine/host/api';

export type FileBytes = BytesAnswer | { loading: true } | { failed: unknown };

/**
 * The bytes of a file: from this device, otherwise from the server; asked again when the server is reachable again.
 *
 * @param version a new version reads the bytes again
 */
export function useFileBytes(id: string, version: number): FileBytes {
  const isOnline = useStatus().connection.state === 'online';
  const [answer, setAnswer] = useState<{ of: string; bytes: FileBytes }>({ of: '', bytes: { loading: true } });
  const of = `${id}/${version}`;
  const hasBytes = answer.of === of && 'blob' in answer.bytes;
  useEffect(() => {
    if (hasBytes) return undefined;
    let isOver = false;
    const take = (bytes: FileBytes): void => {
      if (!isOver) setAnswer({ of, bytes });
    };
    replica()
      .file(id)
      .then(take, (failed: unknown) => take({ failed }));
    return () => {
      isOver = true;
    };
  }, [id, of, hasBytes, isOnline]);
  return answer.of === of ? answer.bytes : { loading: true };
}

/** An object URL of the blob; empty until there is one. */
export function useBlobUrl(blob: Blob | null): string {
  const [url, setUrl] = useState('');
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return blob ? url : '';
}
