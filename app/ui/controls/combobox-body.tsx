import { Combobox, ComboboxInput, ComboboxList, ComboboxOption as Option } from '@reach/combobox';
import { Check, ChevronDown } from 'lucide-react';
import {
  forwardRef,
  useId,
  useRef,
  useState,
  type ChangeEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { Announcements } from './announcements';
import { Chip, useChips } from './chosen-chips';
import { isComposing } from './composing';
import { useBeforePaint } from './early-input';
import { FloatingList } from './floating-list';
import { matches, queryAfterTrigger } from './match-words';
import { useComposedText } from './use-composed-text';

/** options rendered at most; a longer list asks for more words */
const MAX_RENDERED = 50;
const INDENTS = ['', 'pl-7', 'pl-12', 'pl-16'];

export interface ComboboxOption {
  id: string;
  label: string;
  /** a second, muted text; the search finds it, too */
  detail?: string;
  icon?: ReactNode;
  /** level in a tree, from 0; shown while nothing is searched for */
  depth?: number;
  isDisabled?: boolean;
}

interface Common {
  label?: string;
  /** the name where no label is shown */
  'aria-label'?: string;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  options: readonly ComboboxOption[];
  /** shown where no option matches */
  empty?: string;
  /** options are offered for the word that follows this character only (`@`); its full-width form counts */
  trigger?: string;
  /** with `onTextChange`: the typed text belongs to the caller and may stay without being an option */
  text?: string;
  onTextChange?: (text: string) => void;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  className?: string;
}

interface Single extends Common {
  multiple?: false;
  value: string | null;
  onChange: (id: string) => void;
}

interface Multiple extends Common {
  multiple: true;
  /** shown as chips, in this order */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** label of a value that is not among the options any more */
  labelOf?: (id: string) => string | undefined;
}

export type ComboboxProps = Single | Multiple;

/** The combobox itself (./combobox). */
export default function ComboboxBody(props: ComboboxProps) {
  const { label, options, trigger, isDisabled = false, isRequired = false, error, hint, empty } = props;
  const { t } = useTranslation('common');
  const uid = useId();
  const inputId = `${uid}-input`;
  const listId = `${uid}-list`;
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const typed = useComposedText();
  const [isEdited, setEdited] = useState(false);
  const [caret, setCaret] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const [message, setMessage] = useState('');
  const [reopened, setReopened] = useState(0);

  const chosen = props.multiple ? props.value : props.value === null ? [] : [props.value];
  const optionOf = (id: string): ComboboxOption | undefined => options.find((option) => option.id === id);
  const labelOf = (id: string): string =>
    optionOf(id)?.label ?? (props.multiple ? props.labelOf?.(id) : undefined) ?? id;

  const keepsText = trigger !== undefined || props.text !== undefined;
  const restingText = props.multiple || props.value === null ? '' : labelOf(props.value);
  const text = props.text ?? (isEdited ? typed.text : restingText);
  const triggered = trigger === undefined ? null : queryAfterTrigger(typed.settled, caret, trigger);
  const offers = trigger === undefined || triggered !== null;
  const query = !isEdited ? '' : trigger === undefined ? typed.settled.normalize('NFC') : (triggered?.query ?? '');
  const found = offers ? options.filter((option) => matches(query, option.label, option.detail ?? '')) : [];
  const shown = found.slice(0, MAX_RENDERED);

  const write = (next: string): void => {
    typed.change(next);
    setEdited(true);
    props.onTextChange?.(next);
  };
  const resetText = (): void => {
    typed.change('');
    setEdited(false);
  };
  const choose = (id: string): void => {
    const option = optionOf(id);
    if (!option || option.isDisabled) return;
    if (triggered) {
      const rest = typed.text.slice(0, triggered.start) + typed.text.slice(caret);
      setCaret(triggered.start);
      write(rest);
    } else resetText();
    if (!props.multiple) {
      setMessage(t('combobox.chosen', { name: option.label }));
      props.onChange(id);
      return;
    }
    const isChosen = props.value.includes(id);
    setMessage(t(isChosen ? 'combobox.removed' : 'combobox.added', { name: option.label }));
    props.onChange(isChosen ? props.value.filter((other) => other !== id) : [...props.value, id]);
    if (trigger === undefined) setReopened((times) => times + 1);
  };
  const remove = (id: string): void => {
    if (!props.multiple) return;
    setMessage(t('combobox.removed', { name: labelOf(id) }));
    props.onChange(props.value.filter((other) => other !== id));
  };
  const chips = useChips(remove, () => input.current?.focus());

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, list: { isExpanded: boolean; active: string | null }) => {
    const atStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0;
    // the dialog around it stays open: this Escape closes the list
    if (event.key === 'Escape' && list.isExpanded) event.stopPropagation();
    else if (
      event.key === 'Enter' &&
      list.isExpanded &&
      list.active === null &&
      query !== '' &&
      props.text === undefined
    ) {
      // without this, Enter after typing would submit the form around the field
      event.preventDefault();
      document.getElementById(listId)?.querySelector<HTMLElement>('[role=option]:not([aria-disabled])')?.click();
    } else if (event.key === 'Backspace' && text === '' && chosen.length > 0 && props.multiple) remove(chosen.at(-1)!);
    else if (event.key === 'ArrowLeft' && props.multiple && atStart && chosen.length > 0) {
      event.preventDefault();
      chips.focusAt(chosen.length - 1);
    }
  };

  const noteId = error || hint ? `${uid}-note` : undefined;
  // Values carry the id of this field: `@reach/combobox` derives the options' element ids from them, which must differ between fields.
  const valueOf = (id: string): string => `${uid}/${id}`;
  const idOf = (value: string | null): string | null => (value === null ? null : value.slice(uid.length + 1));
  return (
    <div className={cx('flex flex-col gap-1.5', props.className)} data-disabled={isDisabled || undefined}>
      {label && (
        <label htmlFor={inputId} className="text-13 font-medium text-ink">
          {label}
          {isRequired && (
            <span aria-hidden className="text-danger-ink">
              {' '}
              *
            </span>
          )}
        </label>
      )}
      <Combobox
        openOnFocus={offers}
        onSelect={(value) => choose(idOf(value)!)}
        {...(props['aria-label'] ? { 'aria-label': props['aria-label'] } : {})}
        className="relative"
      >
        {({ isExpanded, navigationValue }) => (
          <>
            <div
              ref={field}
              onMouseDown={(event) => {
                if (event.target instanceof HTMLInputElement || (event.target as Element).closest('button')) return;
                event.preventDefault();
                input.current?.focus();
              }}
              className={cx(
                'flex min-h-9 w-full flex-wrap items-center gap-1 rounded-control border bg-raised py-0.5 pl-1.5 pr-8 text-14 text-ink-strong transition-colors',
                'has-[input:focus]:border-accent has-[input:focus]:outline-2 has-[input:focus]:outline-solid has-[input:focus]:-outline-offset-1 has-[input:focus]:outline-accent',
                isDisabled ? 'border-line' : error ? 'border-danger' : 'border-line-strong',
              )}
            >
              {props.multiple && chosen.length > 0 && (
                <ul
                  ref={chips.list}
                  aria-label={t('combobox.selection', { count: chosen.length })}
                  className="flex min-w-0 max-w-full flex-wrap gap-1"
                >
                  {chosen.map((id, at) => (
                    <Chip
                      key={id}
                      name={labelOf(id)}
                      icon={optionOf(id)?.icon}
                      isDisabled={isDisabled}
                      isTabStop={false}
                      onRemove={() => chips.remove(id)}
                      onKeyDown={(event) => chips.onKeyDown(event, id, at)}
                    >
                      <span className="truncate">{labelOf(id)}</span>
                    </Chip>
                  ))}
                </ul>
              )}
              <ComboboxInput
                as={GuardedInput}
                ref={input}
                id={inputId}
                shownText={text}
                reopened={reopened}
                autocomplete={false}
                autoComplete="off"
                autoFocus={props.autoFocus}
                disabled={isDisabled}
                aria-autocomplete="list"
                aria-required={isRequired || undefined}
                aria-invalid={error ? true : undefined}
                aria-describedby={noteId}
                placeholder={chosen.length > 0 && props.multiple ? undefined : props.placeholder}
                className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-ink-faint disabled:opacity-45"
                selectOnClick={!props.multiple && !keepsText}
                onText={(next, at) => {
                  setCaret(at);
                  write(next);
                }}
                onSelect={(event: { currentTarget: HTMLInputElement }) =>
                  setCaret(event.currentTarget.selectionStart ?? 0)
                }
                onFocus={() => setFocused(true)}
                onBlur={(event: { relatedTarget: EventTarget | null }) => {
                  const list = document.getElementById(listId);
                  if (list?.contains(event.relatedTarget as Node | null)) return;
                  setFocused(false);
                  if (!keepsText) resetText();
                }}
                onKeyDown={(event: KeyboardEvent<HTMLInputElement>) =>
                  onKeyDown(event, { isExpanded, active: idOf(navigationValue) })
                }
                {...typed.handlers}
              />
              <ChevronDown
                aria-hidden
                size={16}
                className="pointer-events-none absolute right-2.5 top-2.5 text-ink-muted"
              />
            </div>
            <FloatingList field={field} id={listId} isEmpty={shown.length === 0 && (!offers || !empty)}>
              {/* rendered with the focus only: a screen with many fields holds no hidden options */}
              <ComboboxList
                aria-label={label ?? props['aria-label']}
                aria-multiselectable={props.multiple || undefined}
              >
                {isFocused &&
                  shown.map((option) => (
                    <Option
                      key={option.id}
                      value={valueOf(option.id)}
                      aria-selected={chosen.includes(option.id)}
                      aria-disabled={option.isDisabled || undefined}
                      onClick={(event) => {
                        if (option.isDisabled) event.preventDefault();
                      }}
                      className={cx(
                        'flex min-h-9 cursor-default items-center gap-2 rounded-control px-2.5 py-1.5 text-14 outline-none hover:bg-hover data-highlighted:bg-hover aria-disabled:opacity-45 aria-selected:font-medium aria-selected:text-ink-strong',
                        query === '' && INDENTS[Math.min(option.depth ?? 0, INDENTS.length - 1)],
                      )}
                    >
                      {option.icon}
                      <span className="flex min-w-0 flex-1 flex-col">
                        <span className="truncate">{option.label}</span>
                        {option.detail && (
                          <span className="truncate text-12 font-normal text-ink-muted">{option.detail}</span>
                        )}
                      </span>
                      {chosen.includes(option.id) && (
                        <Check aria-hidden size={16} className="shrink-0 text-accent-ink" />
                      )}
                    </Option>
                  ))}
              </ComboboxList>
              {shown.length === 0 && empty && <p className="px-2.5 py-2 text-13 text-ink-muted">{empty}</p>}
              {found.length > shown.length && (
                <p className="px-2.5 py-2 text-12 text-ink-muted">
                  {t('combobox.more', { count: found.length - shown.length })}
                </p>
              )}
            </FloatingList>
            <Announcements
              message={message}
              results={isExpanded && query !== '' ? t('combobox.results', { count: found.length }) : ''}
            />
          </>
        )}
      </Combobox>
      {(error || hint) && (
        <p id={noteId} className={cx('text-12', error ? 'text-danger-ink' : 'text-ink-muted')}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

interface GuardedInputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** the value of the element; the library has its own, with a zero-width space appended */
  shownText: string;
  onText: (text: string, caret: number) => void;
  /** counts the choices after which the list opens again */
  reopened: number;
}

/**
 * The input of `@reach/combobox` with these differences:
 * - Keys of an input method reach neither the list nor the dialog around it. Home and End move the caret.
 * - The list stays open with an empty text, and after one of several was chosen; the library closes it in both cases.
 *   The element's value is `shownText`. The library gets each text by a change event of its own with a zero-width space
 *   appended, so that its value is never empty.
 */
const GuardedInput = forwardRef<HTMLInputElement, GuardedInputProps>(function GuardedInput(
  { shownText, onText, reopened, value: _value, onChange, onKeyDown, ...rest },
  ref,
) {
  const tell = (text: string): void =>
    onChange?.({ target: { value: `${text}\u200b` } } as ChangeEvent<HTMLInputElement>);
  const latest = useRef(tell);
  useBeforePaint(() => {
    latest.current = tell;
  });
  // before paint: an Escape that follows at once must meet an open list, not the dialog
  useBeforePaint(() => {
    if (reopened > 0) latest.current('');
  }, [reopened]);
  return (
    <input
      {...rest}
      ref={ref}
      value={shownText}
      onChange={({ target }) => {
        onText(target.value, target.selectionStart ?? target.value.length);
        tell(target.value);
      }}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) event.stopPropagation();
        else if (event.key !== 'Home' && event.key !== 'End') onKeyDown?.(event);
      }}
    />
  );
});
