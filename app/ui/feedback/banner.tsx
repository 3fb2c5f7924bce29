import { useState, type ReactNode } from 'react';
import { ChevronDown, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { NativeIconButton } from '../controls/native-controls';

export type BannerKind = 'info' | 'success' | 'warning' | 'danger';
const STYLES = {
  info: { icon: Info, colors: 'bg-accent-tint text-accent-ink' },
  success: { icon: CircleCheck, colors: 'bg-success-tint text-success-ink' },
  warning: { icon: TriangleAlert, colors: 'bg-warning-tint text-warning-ink' },
  danger: { icon: CircleAlert, colors: 'bg-danger-tint text-danger-ink' },
} as const;

export interface BannerProps {
  kind?: BannerKind;
  title?: ReactNode;
  children?: ReactNode;
  /** buttons at the right */
  action?: ReactNode;
  onClose?: () => void;
  /** announced immediately (alert) or after the current speech (status) */
  live?: 'alert' | 'status';
  /** edge to edge at the top of the page, else a card in the page */
  isWide?: boolean;
  /** on a narrow screen one line: the text below the title is shown on a press, and always read aloud */
  isBrief?: boolean;
  className?: string;
}

/** A message about the whole page that stays until its cause is resolved. */
export function Banner({
  kind = 'info',
  title,
  children,
  action,
  onClose,
  live = 'status',
  isWide = false,
  isBrief = false,
  className,
}: BannerProps) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  const { icon: Icon, colors } = STYLES[kind];
  return (
    <div
      role={live}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 text-13',
        isBrief && 'max-sm:flex-nowrap max-sm:py-1',
        colors,
        !isWide && 'rounded-card',
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2.5">
        <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
        <div className="flex min-w-0 flex-col gap-0.5 leading-normal">
          {title && <p className="font-medium">{title}</p>}
          {children && <div className={isBrief && !isOpen ? 'max-sm:sr-only' : ''}>{children}</div>}
        </div>
      </div>
      {(action || onClose || isBrief) && (
        <div className="flex shrink-0 items-center gap-2">
          {isBrief && (
            <NativeIconButton
              label={t(isOpen ? 'collapse' : 'expand')}
              icon={<ChevronDown aria-hidden size={14} className={isOpen ? 'rotate-180' : ''} />}
              onClick={() => setOpen(!isOpen)}
              className="size-7 text-current sm:hidden"
            />
          )}
          {action}
          {onClose && (
            <NativeIconButton
              label={t('close')}
              icon={<X aria-hidden size={14} />}
              onClick={onClose}
              className="size-7 text-current"
            />
          )}
        </div>
      )}
    </div>
  );
}
