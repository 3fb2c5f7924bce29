import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { isComposing } from '~/ui/controls/composing';
import { TextArea } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { LIMITS } from '../../../sync/model/limits';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Research } from '../../../sync/model/kinds/researches';
import { BudgetFields } from './budget-fields';
import { Answered } from './dialogue';
import { PlanFeedback } from './plan-feedback';
import { SourceFields } from './source-fields';
import { asLines, movedLine, planOf, problemOf, withLine, withoutLine, withText, type PlanLine } from './plan-lines';

/** The plan of a research, read-only. */
export function PlanReader({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  return (
    <section aria-label={t('plan.title')} className="flex flex-col gap-2">
      <h3 className="text-14 font-medium text-ink-strong">{t('plan.title')}</h3>
      <ol className="flex list-decimal flex-col gap-1.5 pl-6 text-14 text-ink">
        {research.plan.map((question) => (
          <li key={question}>
            <Written text={question} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Edits the plan of a research before the work starts: its questions, its sources, and its budget. */
export function PlanEditor({ research, project }: { research: Research; project: Project | null }) {
  const { t } = useTranslation(['research', 'errors']);
  const [lines, setLines] = useState<readonly PlanLine[]>(() => asLines(research.plan));
  const [isTried, setTried] = useState(false);
  const [message, setMessage] = useState('');
  const isDirty = useRef(false);
  const lastSaved = useRef(JSON.stringify(research.plan));
  const superseded = useRef(new Set<string>());
  const list = useRef<HTMLOListElement>(null);

  // take over changes of other devices and the server, unless the person is editing; an earlier state of this editor
  // may arrive after the person has changed it again
  const stored = JSON.stringify(research.plan);
  const shown = JSON.stringify(planOf(lines));
  useEffect(() => {
    if (isDirty.current || superseded.current.has(stored)) return;
    setLines((now) => (JSON.stringify(planOf(now)) === stored ? now : asLines(research.plan)));
  }, [stored, research.plan]);

  /** Saves fields of the plan. The others are not sent: their last values may not have arrived here yet. */
  const save = (fields: Partial<Pick<Research, 'plan' | 'budget' | 'usesWeb' | 'own'>>): void => {
    run('research.plan', { id: research.id, ...fields }).catch((error: unknown) => reportFailure(t, error));
  };
  const saveLines = (changed: readonly PlanLine[]): void => {
    const plan = planOf(changed);
    if (!plan) return;
    isDirty.current = false;
    superseded.current.add(stored).add(lastSaved.current).delete(JSON.stringify(plan));
    lastSaved.current = JSON.stringify(plan);
    save({ plan });
  };
  const change = (changed: readonly PlanLine[]): void => {
    isDirty.current = true;
    setLines(changed);
    saveLines(changed);
  };
  const focusLine = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('textarea')[Math.max(0, at)]?.focus());
  const begin = () => {
    const plan = planOf(lines);
    setTried(true);
    if (!plan) return;
    // resolves on this device; the next value of the research shows the start
    run('research.begin', { id: research.id, plan }).catch((error: unknown) => reportFailure(t, error));
  };

  return (
    <section
      aria-label={t('research:plan.title')}
      className="flex flex-col gap-5"
      data-plan={shown === stored ? 'saved' : 'edited'}
    >
      <Answered research={research} />
      <div className="flex flex-col gap-1">
        <h3 className="text-16 font-medium text-ink-strong">{t('research:plan.title')}</h3>
        <p className="text-13 leading-relaxed text-ink-muted">{t('research:plan.text')}</p>
      </div>
      <ol ref={list} className="flex flex-col gap-2">
        {lines.map((line, at) => {
          const problem = problemOf(line);
          const number = at + 1;
          return (
            <li key={line.key} className="flex items-start justify-end gap-1 max-sm:flex-wrap">
              <span aria-hidden className="tabular w-6 shrink-0 pt-2 text-13 text-ink-muted">
                {number}
              </span>
              <TextArea
                grows
                rows={1}
                className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]"
                aria-label={t('research:plan.question', { number })}
                value={line.text}
                onChange={(text) => {
                  isDirty.current = true;
                  setLines(withText(lines, line.key, text));
                }}
                onBlur={() => {
                  if (isDirty.current) saveLines(lines);
                }}
                // a question is a single line, although the field wraps it
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !isComposing(event.nativeEvent)) event.preventDefault();
                }}
                error={
                  problem === 'tooLong'
                    ? t('research:plan.tooLong', { max: LIMITS.researchQuestion.max })
                    : problem === 'empty' && isTried
                      ? t('research:plan.empty')
                      : ''
                }
              />
              <IconButton
                label={t('research:plan.up', { number })}
                icon={<ArrowUp aria-hidden size={16} />}
                isDisabled={at === 0}
                onPress={() => change(movedLine(lines, line.key, -1))}
              />
              <IconButton
                label={t('research:plan.down', { number })}
                icon={<ArrowDown aria-hidden size={16} />}
                isDisabled={at === lines.length - 1}
                onPress={() => change(movedLine(lines, line.key, 1))}
              />
              <IconButton
                label={t('research:plan.remove', { number })}
                icon={<Trash2 aria-hidden size={16} />}
                onPress={() => {
                  change(withoutLine(lines, line.key));
                  setMessage(t('research:plan.removed'));
                  focusLine(at - 1);
                }}
              />
            </li>
          );
        })}
      </ol>
      <div className="flex flex-col gap-1.5">
        <div>
          <Button
            size="small"
            icon={<Plus aria-hidden size={14} />}
            isDisabled={lines.length >= LIMITS.researchPlan}
            onPress={() => {
              isDirty.current = true;
              setLines(withLine(lines));
              focusLine(lines.length);
            }}
          >
            {t('research:plan.add')}
          </Button>
        </div>
        {lines.length >= LIMITS.researchPlan && (
          <p className="text-12 text-ink-muted">{t('research:plan.addFull', { max: LIMITS.researchPlan })}</p>
        )}
        {lines.length === 0 && (
          <p role="alert" className="text-13 text-danger-ink">
            {t('research:plan.needsOne')}
          </p>
        )}
        <p role="status" className="sr-only">
          {message}
        </p>
      </div>
      <SourceFields research={research} project={project} onChange={save} />
      <BudgetFields budget={research.budget} onChange={(budget) => save({ budget })} />
      <PlanFeedback research={research} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onPress={begin}>
          {t('research:plan.begin')}
        </Button>
        <Button
          variant="quiet"
          onPress={() => {
            run('research.stop', { id: research.id }).catch((error: unknown) => reportFailure(t, error));
          }}
        >
          {t('research:plan.cancel')}
        </Button>
      </div>
    </section>
  );
}
