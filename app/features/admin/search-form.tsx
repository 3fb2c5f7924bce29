/**
 * The search of a list of the console. Search words are never plain in an address, where they would stay in browser
 * history and access logs:
 *
 *   form ── POST words, filters ──► routes/admin/search-words ── 303 ──► the list, `?words=<sealed>` ──► its loader reads `searched`
 *
 * The address survives reload, back, forward and paging; only the person's own session can decrypt it. Works before the
 * scripts have loaded.
 */
import { Form, useSubmit } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { controlClass } from '~/ui/controls/button-styles';

/** milliseconds without input until the search starts */
const TYPING_MS = 300;

export interface SearchFormProps {
  /** address of the list, with those of its filters that are not controls of the form */
  to: string;
  /** also searches during typing, replacing the current history entry */
  isLive?: boolean;
  className?: string;
  /** a `SearchInput`; other controls become parameters of the address by their names */
  children: ReactNode;
}

export function SearchForm({ to, isLive = false, className, children }: SearchFormProps) {
  const submit = useSubmit();
  const waiting = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(waiting.current), []);
  const search = (form: HTMLFormElement, wait: number): void => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), wait);
  };
  const live = isLive && {
    onInput: (event: React.FormEvent<HTMLFormElement>): void => {
      if (!(event.nativeEvent as InputEvent).isComposing)
        search(event.currentTarget, event.target instanceof HTMLSelectElement ? 0 : TYPING_MS);
    },
    onCompositionEnd: (event: React.CompositionEvent<HTMLFormElement>): void => search(event.currentTarget, TYPING_MS),
    // Enter has searched already: the delayed search would repeat it
    onSubmit: (): void => clearTimeout(waiting.current),
  };
  return (
    <Form
      method="post"
      role="search"
      action={paths.admin.searchWords()}
      replace={isLive}
      preventScrollReset
      {...live}
      className={className}
    >
      <input type="hidden" name="to" value={to} />
      {children}
    </Form>
  );
}

export interface SearchInputProps {
  /** undefined if a label wraps it */
  label?: string;
  placeholder: string;
  /** the current search */
  searched: string;
  hasIcon?: boolean;
  className?: string;
  /** where an opening dialog puts the focus */
  'data-focus-first'?: '';
}

export function SearchInput({ label, placeholder, searched, hasIcon = false, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(searched);
  useEffect(() => {
    // a link or the history changed the search; input by a person typing, or typed before the scripts had loaded, is
    // not replaced
    if (input.current && shown.current !== searched && document.activeElement !== input.current)
      input.current.value = searched;
    shown.current = searched;
  }, [searched]);
  return (
    <>
      {hasIcon && (
        <Search
          aria-hidden
          size={16}
          className="pointer-events-none absolute left-3 top-1/2 -translate-y-1/2 text-ink-faint"
        />
      )}
      <input
        ref={input}
        type="search"
        name="words"
        defaultValue={searched}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        maxLength={200}
        className={cx(controlClass, 'h-9', hasIcon && 'pl-9', className)}
        {...rest}
      />
    </>
  );
}
