import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';

/** The clarifying questions with their answers. */
export function Answered({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  const said = research.dialogue.filter(({ answer }) => answer !== '');
  if (said.length === 0) return null;
  return (
    <dl aria-label={t('plan.answered')} className="flex flex-col gap-2 text-14">
      {said.map(({ question, answer }) => (
        <div key={question} className="flex flex-col gap-0.5">
          <dt className="text-ink-muted">
            <Written text={question} />
          </dt>
          <dd className="break-words text-ink-strong">
            <Written text={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The open questions, one after the other, answered by a choice or in the person's own words. */
export function Dialogue({ research }: { research: Research }) {
  const { t } = useTranslation(['research', 'errors']);
  const [own, setOwn] = useState('');
  const { dialogue } = research;
  const at = dialogue.findIndex(({ answer }) => answer === '');
  const open = dialogue[at];
  const say = (text: string) => {
    run('research.answer', { id: research.id, text }).then(
      () => setOwn(''),
      (error: unknown) => reportFailure(t, error),
    );
  };
  if (!open) return null;
  return (
    <section aria-label={t('research:dialogue.title')} className="flex flex-col gap-5">
      <p className="text-14 text-ink-muted">{t('research:dialogue.text', { count: dialogue.length })}</p>
      <Answered research={research} />
      <div className="flex flex-col gap-3" aria-live="polite">
        <div className="flex flex-col gap-0.5">
          <p className="tabular text-12 text-ink-muted">
            {t('research:dialogue.at', { number: at + 1, count: dialogue.length })}
          </p>
          <h3 className="text-16 font-medium text-ink-strong">
            <Written text={open.question} />
          </h3>
        </div>
        <div role="group" aria-label={open.question} className="flex flex-wrap gap-2">
          {open.choices.map((choice) => (
            <Button
              key={choice}
              className="h-auto min-h-9 whitespace-normal py-1.5 text-start"
              onPress={() => say(choice)}
            >
              {choice}
            </Button>
          ))}
        </div>
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (own.trim() !== '') say(own.trim());
          }}
        >
          <TextField
            className="min-w-0 flex-1"
            label={t('research:dialogue.own')}
            placeholder={t('research:dialogue.ownPlaceholder')}
            value={own}
            onChange={setOwn}
            maxLength={LIMITS.question.max}
          />
          <Button type="submit" isDisabled={own.trim() === ''}>
            {t('research:dialogue.send')}
          </Button>
        </form>
      </div>
      <div>
        <Button variant="quiet" className="-ml-3.5" onPress={() => say('')}>
          {t('research:dialogue.skip')}
        </Button>
      </div>
    </section>
  );
}
