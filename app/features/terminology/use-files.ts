/** The terminology files of the organization, from the server; read again while the server works on one. */
import { useCallback, useEffect, useState } from 'react';
import { call } from '~/api/client';
import { useStatus } from '~/replica/hooks';
import { terminologyCalls, type TerminologyFile } from '../../../server/core/terminology/contract';

/** milliseconds between questions while a file is read or extracted */
const POLL_MS = 2_000;
/** files that are shown, the newest ones */
const SHOWN = 200;

const isWorked = ({ status }: TerminologyFile): boolean =>
  status === 'READY' || status === 'PARSING' || status === 'EXTRACTING';

export interface Files {
  /** null before the first answer */
  list: readonly TerminologyFile[] | null;
  /** the last question had no answer */
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
