import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { languageTag } from '../../../sync/model/languages';

/** Number of unsynced changes on this device, none of which is lost. */
export function Waits({ unsent }: { unsent: LockState['unsent'] }) {
  const { t, i18n } = useTranslation('lock');
  if (!unsent) return null;
  const changes = unsent.documents + unsent.texts + unsent.calls + unsent.images + unsent.files + unsent.attention;
  const parts = [
    ...(changes > 0 ? [t('changes', { count: changes })] : []),
    ...(unsent.recordings > 0 ? [t('recordings', { count: unsent.recordings })] : []),
  ];
  const list = new Intl.ListFormat(languageTag(i18n.language), {
    type: 'conjunction',
  }).format(parts);
  return (
    <p
      data-lock-waits
      className="flex items-start gap-2 border-t border-line pt-4 text-13 leading-relaxed text-ink-muted"
    >
      <ShieldCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-success-ink" />
      {parts.length > 0 ? t('waits', { list }) : t('nothingWaits')}
    </p>
  );
}
