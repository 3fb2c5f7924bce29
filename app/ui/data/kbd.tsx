import { useSyncExternalStore } from 'react';
import { cx } from '../cx';

const never = () => () => undefined;
const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** Keys of a shortcut: `mod+k` is ⌘K on Apple's machines and Ctrl K elsewhere. */
export function Kbd({ keys, inverted = false }: { keys: string; inverted?: boolean }) {
  const apple = useSyncExternalStore(never, isApple, () => false);
  const names: Record<string, string> = apple
    ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵', esc: 'Esc' }
    : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: 'Enter', esc: 'Esc' };
  return (
    <kbd className="inline-flex shrink-0 items-center gap-0.5 whitespace-nowrap font-sans">
      {keys.split('+').map((key) => (
        <span
          key={key}
          className={cx(
            'inline-flex min-w-5 items-center justify-center rounded-[4px] border px-1 text-12 leading-5',
            inverted ? 'border-current/30' : 'border-line bg-sunken text-ink-muted',
          )}
        >
          {names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}
        </span>
      ))}
    </kbd>
  );
}
