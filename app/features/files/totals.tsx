import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { sizeText } from '~/i18n/size-text';
import { useQuery, useStatus } from '~/replica/hooks';
import { fileCalls } from '../../../server/core/files/contract';

/** Number and total size of the files of a project, including files that are not uploaded yet. */
export function Totals({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation('files');
  const totals = useQuery({ kind: 'itemTotals', projectId });
  const storage = useStorage(totals?.files ?? 0);
  if (!totals) return null;
  return (
    <p className="tabular px-2 text-12 text-ink-muted">
      {t('total', { count: totals.files })} · {sizeText(totals.bytes, i18n.language)}
      {storage !== null &&
        ` · ${t('storage', {
          used: sizeText(storage.used, i18n.language),
          limit: sizeText(storage.limit, i18n.language, { decimals: 0 }),
        })}`}
    </p>
  );
}

/** Used storage and storage limit of the organization; null without a limit, and until the server has answered. */
function useStorage(again: number): { used: number; limit: number } | null {
  const isOnline = useStatus().connection.state === 'online';
  const [storage, setStorage] = useState<{ used: number; limit: number } | null>(null);
  useEffect(() => {
    if (!isOnline) return undefined;
    let isOver = false;
    call(fileCalls.storage, {}).then(
      ({ used, limit }) => {
        if (!isOver) setStorage(limit === null ? null : { used, limit });
      },
      // without an answer only the totals of the project are shown
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isOnline, again]);
  return storage;
}
