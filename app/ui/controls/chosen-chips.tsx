import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';

/**
 * Keys of a list of chips: the arrow keys reach each one, Backspace and Delete remove it.
 *
 * @param onLeave the focus goes back to the field, behind the last chip or after a removal
 */
export function useChips(
  onRemove: (id: string) => void,
  onLeave: () => void,
): {
  list: RefObject<HTMLUListElement>;
  focusAt: (at: number) => void;
  remove: (id: string) => void;
  onKeyDown: (event: KeyboardEvent, id: string, at: number) => void;
} {
  const list = useRef<HTMLUListElement>(null);
  const focusAt = (at: number): void => {
    const button = list.current?.querySelectorAll<HTMLElement>('button')[at];
    if (button) button.focus();
    else onLeave();
  };
  const remove = (id: string): void => {
    onRemove(id);
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent, id: string, at: number): void => {
    if (event.key === 'ArrowLeft') focusAt(Math.max(0, at - 1));
    else if (event.key === 'ArrowRight') focusAt(at + 1);
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      remove(id);
    }
  };
  return { list, focusAt, remove, onKeyDown };
}

/** One chosen value. `name`: its text, for the accessible name of its button. */
export function Chip({
  name,
  icon,
  isDisabled = false,
  isTabStop,
  onRemove,
  onKeyDown,
  children,
}: {
  name: string;
  icon?: ReactNode;
  isDisabled?: boolean;
  /** many chips of a field are no tab stops: the arrow keys reach them from the field */
  isTabStop: boolean;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <li
      className={cx(
        'flex h-7 min-w-0 max-w-full items-center gap-1.5 rounded-control pl-2 text-13',
        // not faded as other disabled controls are: the value must stay legible
        isDisabled ? 'bg-sunken text-ink-muted' : 'bg-accent-tint text-ink-strong',
      )}
    >
      {icon}
      {children}
      <button
        type="button"
        {...(isTabStop ? {} : { tabIndex: -1 })}
        disabled={isDisabled}
        aria-label={t('combobox.remove', { name })}
        onClick={onRemove}
        onKeyDown={onKeyDown}
        className="focus-ring flex size-7 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-hover disabled:opacity-45"
      >
        <X aria-hidden size={14} />
      </button>
    </li>
  );
}
