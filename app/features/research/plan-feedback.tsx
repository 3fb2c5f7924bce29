import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/shell/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';

/** Says in words how the plan should change; the server makes another one. */
export function PlanFeedback({ research }: { research: Research }) {
  const { t } = useTranslation(['research', 'errors']);
  const [text, setText] = useState('');
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        run('research.answer', { id: research.id, text: text.trim() }).then(
          () => setText(''),
          (error: unknown) => reportFailure(t, error),
        );
      }}
    >
      <TextField
        className="min-w-0 flex-1"
        label={t('research:plan.change')}
        placeholder={t('research:plan.changePlaceholder')}
        value={text}
        onChange={setText}
        maxLength={LIMITS.question.max}
      />
      <Button type="submit" isDisabled={text.trim() === ''}>
        {t('research:plan.changeSend')}
      </Button>
    </form>
  );
}
