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
  /** the text of the element; the value of the library has a zero-width space appended */
  shownText: string;
  onText: (text: string, caret: number) => void;
  /** number of times that the button which opens the picker was pressed */
  opened: number;
  /** caret position to set with the next text; null leaves it to the browser */
  caret: number | null;
  /** whether the picker shows options of which none is active: then the first becomes active */
  wantsFirst: boolean;
}

const nothing = (): void => undefined;
/** An ArrowDown event that makes the first option active, without a key press. */
const DOWN = {
  key: 'ArrowDown',
  preventDefault: nothing,
  defaultPrevented: false,
} as KeyboardEvent<HTMLTextAreaElement>;

const growsByItself = (): boolean => typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');

/**
 * The input of `@reach/combobox` as a text area, with these differences:
 * - Its role is a text field, not a combobox: options are only an aid while writing.
 * - Keys of an input method do not reach the list. Home, End and the page keys move the caret.
 * - The value of the element is `shownText`. The library receives each text by a synthetic change event with a
 *   zero-width space appended, because it closes its list when the value is empty.
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
  // after every render: the library knows its options one render later than this component
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
