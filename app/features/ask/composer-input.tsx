import {
  forwardRef,
  useLayoutEffect,
  useRef,
  type ChangeEvent,
  type KeyboardEvent,
  type TextareaHTMLAttributes,
} from 'react';
import { isComposing } from '~/ui/controls/composing';
import { useBeforePaint } from '~/ui/controls/early-input';

export interface ComposerInputProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** the value of the element; the library has its own, with a zero-width space appended */
  shownText: string;
  onText: (text: string, caret: number) => void;
  /** counts the presses of the button that opens the picker */
  opened: number;
  /** caret to be set with the next text; null leaves it to the browser */
  caret: number | null;
  /** the picker shows options, and none of them is active: the first becomes it */
  wantsFirst: boolean;
}

const nothing = (): void => undefined;
/** An ArrowDown for the list, without one of the keyboard. */
const DOWN = {
  key: 'ArrowDown',
  preventDefault: nothing,
  defaultPrevented: false,
} as KeyboardEvent<HTMLTextAreaElement>;

const growsByItself = (): boolean => typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/**
 * The input of `@reach/combobox` as a text of several lines, with these differences:
 * - It is a text field for assistive technology, not a combobox: options are an aid while one writes.
 * - Keys of an input method do not reach the list. Home, End and the page keys move the caret.
 * - The element's value is `shownText`. The library gets each text by a change event of its own with a zero-width space
 *   appended, because it closes its list when the value is empty.
 */
export const ComposerInput = forwardRef<HTMLTextAreaElement, ComposerInputProps>(function ComposerInput(
  { shownText, onText, opened, caret, wantsFirst, value: _value, onChange, onKeyDown, ...rest },
  ref,
) {
  const own = useRef<HTMLTextAreaElement | null>(null);
  const tell = (text: string): void =>
    onChange?.({ target: { value: `${text}\u200b` } } as ChangeEvent<HTMLTextAreaElement>);
  const latest = useRef({ tell, onKeyDown });
  useBeforePaint(() => {
    latest.current = { tell, onKeyDown };
  });
  useBeforePaint(() => {
    if (opened > 0) latest.current.tell('');
  }, [opened]);
  useBeforePaint(() => {
    if (caret !== null) own.current?.setSelectionRange(caret, caret);
  }, [caret, shownText]);
  // with each drawing: the library knows its options a drawing later than this component
  useBeforePaint(() => {
    if (wantsFirst) latest.current.onKeyDown?.(DOWN);
  });
  useLayoutEffect(() => {
    const area = own.current;
    if (!area || growsByItself()) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }, [shownText]);
  return (
    <textarea
      {...rest}
      ref={(area) => {
        own.current = area;
        if (typeof ref === 'function') ref(area);
        else if (ref) ref.current = area;
      }}
      value={shownText}
      onChange={({ target }) => {
        onText(target.value, target.selectionStart);
        tell(target.value);
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) event.stopPropagation();
        else if (!/^(Home|End|Page)/.test(event.key)) onKeyDown?.(event);
      }}
    />
  );
});
