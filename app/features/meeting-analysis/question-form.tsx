import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import type { Language } from '../../../sync/model/languages';
import { questionLanguage } from '../../../sync/model/text-language';

export interface Question {
  text: string;
  setText: (text: string) => void;
  isBusy: boolean;
  ask: (text: string) => Promise<void>;
}

/** Sends one question at a time; after a failure it stays in its field. `send` receives the detected language. */
export function useQuestion(send: (text: string, language: Language) => Promise<void>): Question {
  const { t, i18n } = useTranslation('errors');
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const ask = async (asked: string): Promise<void> => {
    if (asked.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      await send(asked, questionLanguage(asked, i18n.language));
      // keep text that was typed while the question was sent
      setText((typed) => (typed === asked ? '' : typed));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  return { text, setText, isBusy, ask };
}

/** The field of a question with its button. */
export function QuestionForm({
  question: { text, setText, isBusy, ask },
  label,
  placeholder = label,
  isPrimary = false,
}: {
  question: Question;
  label: string;
  placeholder?: string;
  isPrimary?: boolean;
}) {
  const { t } = useTranslation('summary');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ask(text);
  };
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <TextField
        aria-label={label}
        placeholder={placeholder}
        className="min-w-0 flex-1"
        value={text}
        onChange={setText}
      />
      <Button
        type="submit"
        {...(isPrimary ? { variant: 'primary' as const } : {})}
        isLoading={isBusy}
        isDisabled={text.trim() === ''}
      >
        {t('summary:ask.action')}
      </Button>
    </form>
  );
}
