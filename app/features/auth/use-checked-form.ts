/**
 * Validates a native form by the server's schema: on submit, and then during typing. The validation loads after the
 * form, which works without it too; the server then reports errors.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react';

export interface CheckedForm {
  /** errors by field name: the schema's message */
  errors: Record<string, string>;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  onInput(event: FormEvent<HTMLFormElement>): void;
}

/** The first message of each field. */
export type Check = (form: FormData) => Record<string, string>;

export function useCheckedForm(load: () => Promise<Check>): CheckedForm {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [sent, setSent] = useState(false);
  const check = useRef<Check>(() => ({}));
  useEffect(() => {
    load().then(
      (loaded) => {
        check.current = loaded;
      },
      () => undefined,
    );
  }, [load]);
  return {
    errors,
    onSubmit(event) {
      const found = check.current(new FormData(event.currentTarget));
      setSent(true);
      setErrors(found);
      if (Object.keys(found).length === 0) return;
      event.preventDefault();
      const first = [...event.currentTarget.elements].find((element) => (element as HTMLInputElement).name in found);
      (first as HTMLElement | undefined)?.focus();
    },
    onInput(event) {
      if (sent) setErrors(check.current(new FormData(event.currentTarget)));
    },
  };
}
