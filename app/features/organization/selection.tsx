/** People selected in a list: their number and the actions on them. The form around the list spreads `ticked.form`. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function useTicked(atFirst: number): {
  count: number;
  form: { preventScrollReset: true; className: string; onChange: (event: FormEvent<HTMLFormElement>) => void };
} {
  const [count, setCount] = useState(atFirst);
  const onChange = (event: FormEvent<HTMLFormElement>): void =>
    setCount(event.currentTarget.querySelectorAll('input[name=user]:checked').length);
  return { count, form: { preventScrollReset: true, className: 'group/people', onChange } };
}

/** Visible while somebody is selected, and before the scripts have loaded. */
export function SelectionBar({ count, children }: { count: number; children: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <div className="sticky top-14 z-10 mb-2 hidden flex-wrap items-center gap-2 rounded-card bg-accent-tint px-3 py-2 text-13 text-accent-ink group-has-[input[name=user]:checked]/people:flex">
      <span className="tabular mr-auto" role="status">
        {t('employees.selected', { count })}
      </span>
      {children}
    </div>
  );
}
