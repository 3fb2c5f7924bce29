import { ComboboxPopover, useComboboxContext } from '@reach/combobox';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useBeforePaint } from './early-input';

/** pixels between the field and its list, and between the list and the edge of the window */
const GAP = 4;
const MARGIN = 8;
const MAX_HEIGHT = 320;

/**
 * The list under its field, in the browser's top layer where there is one: a dialog that scrolls would cut it. It stays
 * a child of the field in the document, so that the dialog's focus and its hiding of what lies outside treat it as its
 * own.
 */
export function FloatingList({
  field,
  id,
  isEmpty,
  maxWidth,
  children,
}: {
  field: RefObject<HTMLElement>;
  id: string;
  isEmpty: boolean;
  /** pixels; the width of the field without it */
  maxWidth?: number;
  children: ReactNode;
}) {
  const { isExpanded } = useComboboxContext();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = isExpanded && !isEmpty;
  useBeforePaint(() => {
    const anchor = field.current;
    const box = list.current;
    if (!isOpen || !anchor || !box || typeof box.showPopover !== 'function') return;
    box.popover = 'manual';
    box.showPopover();
    const place = (): void => {
      const { left, top, bottom, width } = anchor.getBoundingClientRect();
      const height = visualViewport?.height ?? innerHeight;
      const below = height - bottom - GAP - MARGIN;
      const above = top - GAP - MARGIN;
      const isBelow = below >= Math.min(MAX_HEIGHT, box.scrollHeight) || below >= above;
      Object.assign(box.style, {
        position: 'fixed',
        left: `${left}px`,
        right: 'auto',
        width: `${Math.min(width, maxWidth ?? width)}px`,
        margin: '0',
        top: isBelow ? `${bottom + GAP}px` : 'auto',
        bottom: isBelow ? 'auto' : `${innerHeight - top + GAP}px`,
        maxHeight: `${Math.min(MAX_HEIGHT, Math.max(isBelow ? below : above, 96))}px`,
      });
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(anchor);
    addEventListener('scroll', place, true);
    addEventListener('resize', place);
    visualViewport?.addEventListener('resize', place);
    return () => {
      resized.disconnect();
      removeEventListener('scroll', place, true);
      removeEventListener('resize', place);
      visualViewport?.removeEventListener('resize', place);
      if (box.isConnected) box.hidePopover();
    };
  }, [isOpen, field, maxWidth]);
  return (
    <ComboboxPopover
      portal={false}
      ref={list}
      id={id}
      // the library sets `hidden` itself, and not for a list without options
      style={{ display: isOpen ? undefined : 'none' }}
      className="absolute inset-x-0 top-full z-40 mt-1 max-h-80 overflow-auto rounded-card border border-line bg-overlay p-1 text-ink shadow-float outline-none"
    >
      {children}
    </ComboboxPopover>
  );
}
