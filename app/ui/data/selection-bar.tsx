import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../controls/icon-button';

export interface SelectionBarProps {
  /** the number of selected rows */
  count: number;
  onClear: () => void;
  /** the actions on them */
  children: ReactNode;
}

/** The actions on selected rows, at the lower end of the screen while the list scrolls. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const { t } = useTranslation('common');
  return (
    <div
      role="toolbar"
      aria-label={t('combobox.selection', { count })}
      className="foot-bar z-20 [--foot-gap:12px] mx-auto flex w-fit max-w-full items-center gap-1 rounded-card border border-line bg-overlay p-1.5 pl-3 shadow-float"
    >
      <span role="status" className="tabular mr-2 whitespace-nowrap text-13 text-ink">
        {t('combobox.selection', { count })}
      </span>
      {children}
      <IconButton size="small" label={t('clear')} icon={<X aria-hidden size={16} />} onPress={onClear} />
    </div>
  );
}
