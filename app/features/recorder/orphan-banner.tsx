import { useLocation, useNavigate } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/banner';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/dialog';
import { toast } from '~/ui/toast';
import { clockText } from './format';

interface Orphan {
  id: string;
  /** milliseconds of sound on this device */
  capturedMs: number;
}

/** Cut off before its first row of sound: there is nothing to keep, and nothing to ask. */
export const isEmptyOrphan = ({ capturedMs }: Orphan): boolean => capturedMs === 0;

/** Keep or discard one recovered recording. `discard` cannot be undone, so it asks. */
export function OrphanActions({ orphan, size = 'small' }: { orphan: Orphan; size?: 'small' | 'normal' }) {
  const { t } = useTranslation(['recorder', 'common', 'errors']);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const time = clockText(orphan.capturedMs);
  const settle = async (action: 'keep' | 'discard'): Promise<void> => {
    setBusy(true);
    try {
      await run('recording.recover', { id: orphan.id, action });
      // Said only now, as it is durable only now: whoever leaves before finds it offered again.
      if (!isEmptyOrphan(orphan)) toast.success(t(action === 'keep' ? 'recorder:recovery.kept' : 'recorder:recovery.discarded'));
    } catch (error) {
      toast.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  if (isEmptyOrphan(orphan)) return <Button size={size} isLoading={busy} onPress={() => void settle('discard')}>{t('recorder:dismiss')}</Button>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button size={size} variant="primary" isLoading={busy} onPress={() => void settle('keep')}>{t('common:keep')}</Button>
      <Button size={size} isDisabled={busy} onPress={() => setAsking(true)}>{t('common:discard')}</Button>
      <ConfirmDialog
        isOpen={asking}
        onOpenChange={setAsking}
        title={t('recorder:recovery.discardTitle', { time })}
        description={t('recorder:recovery.discardText')}
        confirmLabel={t('common:discard')}
        onConfirm={() => settle('discard')}
      />
    </div>
  );
}

/** On the first screen after a crash: what was recovered, and what to do with it. Nothing when there is nothing. */
export function OrphanBanner() {
  const { t } = useTranslation('recorder');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const orphans = useQuery({ kind: 'orphans' }) ?? [];
  const [first] = orphans;
  if (!first || pathname === paths.recovery()) return null;
  const empty = isEmptyOrphan(first);
  return (
    <div data-orphans={orphans.length}>
      <Banner
        isWide
        kind="info"
        live="status"
        title={empty ? t('recovery.empty') : t('recovery.banner', { time: clockText(first.capturedMs) })}
        action={orphans.length > 1
          ? <Button size="small" variant="primary" onPress={() => navigate(paths.recovery())}>{t('recovery.showAll', { count: orphans.length })}</Button>
          : <OrphanActions orphan={first} />}
      >
        {t(empty ? 'recovery.emptyText' : 'recovery.bannerText')}
      </Banner>
    </div>
  );
}
