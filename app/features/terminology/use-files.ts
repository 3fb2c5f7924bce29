/** The terminology files of the organization, from the server; polled while the server works on one. */
import { useCallback, useEffect, useState } from 'react';
import { call } from '~/api/client';
import { useStatus } from '~/replica/hooks';
import { terminologyCalls, type TerminologyFile } from '../../../server/core/terminology/contract';

/** milliseconds between requests while a file is parsed or extracted */
const POLL_MS = 2_000;
/** most files shown, the newest ones */
const SHOWN = 200;

const isWorked = ({ status }: TerminologyFile): boolean =>
  status === 'READY' || status === 'PARSING' || status === 'EXTRACTING';

export interface Files {
  /** null before the first answer */
  list: readonly TerminologyFile[] | null;
  /** whether the last request failed */
  isFailed: boolean;
  isOnline: boolean;
  reload: () => Promise<void>;
}

export function useTerminologyFiles(): Files {
  const isOnline = useStatus().connection.state === 'online';
  const [list, setList] = useState<readonly TerminologyFile[] | null>(null);
  const [isFailed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    try {
      const page = await call(terminologyCalls.files, { pageSize: SHOWN });
      setList(page.list);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    if (isOnline) void reload();
  }, [isOnline, reload]);
  const isWaiting = list?.some(isWorked) ?? false;
  useEffect(() => {
    if (!isWaiting || !isOnline) return undefined;
    const timer = setInterval(() => void reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, isOnline, reload]);
  return { list, isFailed, isOnline, reload };
}
