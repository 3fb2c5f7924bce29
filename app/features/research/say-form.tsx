import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import type { Research } from '../../../sync/model/kinds/researches';
import { LIMITS } from '../../../sync/model/limits';

/** A field for feedback on the plan or the report of a research. */
export function SayForm({
  research,
  label,
  placeholder,
  send,
  onSent,
}: {
  research: Pick<Research, 'id'>;
  label: string;
  placeholder: string;
  /** label of the button */
  send: string;
  onSent?: () => void;
}) {
  const { t } = useTranslation(['research', 'errors']);
  const [text, setText] = useState('');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        run('research.answer', { id: research.id, text: text.trim() }).then(
          () => {
            setText('');
            onSent?.();
          },
          (error: unknown) => reportFailure(t, error),
        );
      }}
    >
      <TextField
        className="min-w-0 flex-1"
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={setText}
        maxLength={LIMITS.question.max}
      />
      <Button type="submit" isDisabled={text.trim() === ''}>
        {send}
      </Button>
    </form>
  );
}
