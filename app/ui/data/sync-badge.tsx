import { CircleCheck, CloudCheck, HardDrive, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';

/** Where a document is stored. The names are those of the engine's sync badges. */
export type SyncBadgeState = 'onDevice' | 'onServer' | 'processed' | 'attention';

const STYLES = {
  onDevice: { icon: HardDrive, color: 'text-ink-muted' },
  onServer: { icon: CloudCheck, color: 'text-accent-ink' },
  processed: { icon: CircleCheck, color: 'text-success-ink' },
  attention: { icon: TriangleAlert, color: 'text-danger-ink' },
} as const;

export interface SyncBadgeProps {
  state: SyncBadgeState;
  /** only the icon, with the text for assistive technology and on hover */
  compact?: boolean;
  className?: string;
}

/**
 * The sync state of a document: on this device, on the server (its hash was checked), processed, or rejected and
 * waiting for a decision.
 */
export function SyncBadge({ state, compact = false, className }: SyncBadgeProps) {
  const { t } = useTranslation('common');
  const { icon: Icon, color } = STYLES[state];
  const text = t(`syncBadge.${state}`);
  return (
    <span
      className={cx('inline-flex items-center gap-1.5 whitespace-nowrap text-12', color, className)}
      title={t(`syncBadge.${state}Hint`)}
      data-sync-state={state}
    >
      <Icon aria-hidden size={14} />
      <span className={compact ? 'sr-only' : ''}>{text}</span>
    </span>
  );
}
