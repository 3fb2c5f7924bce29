/** A submitted form of a dialog of the console. */
import { wrongFields, type Failed } from '~/features/account/result';

export interface Submitted {
  intent: string;
  /** ids of the ticked people */
  users: string[];
  /** the text of a field, '' for none */
  read(name: string): string;
  /** the answer that shows wrong fields beside what was typed */
  wrong(fields: Record<string, string>): { intent: string; failed: Failed; at: number };
}

export function submitted(form: FormData): Submitted {
  const read = (name: string): string => String(form.get(name) ?? '');
  const intent = read('intent');
  return {
    intent,
    users: form.getAll('user').map(String),
    read,
    wrong: (fields) => ({ intent, failed: wrongFields(form, fields), at: Date.now() }),
  };
}
