import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { TextArea, TextField } from '~/ui/controls/field';
import { Select } from '~/ui/controls/select';
import { Switch } from '~/ui/controls/toggle';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { useInProgress } from '~/ui/use-in-progress';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { TEMPLATE_CATEGORIES, type TemplateCategory } from '../../../sync/model/summary-templates';
import { clean, cleanLines, graphemeLength } from '../../../sync/model/text';
import { TestRun, type TemplateTestRun } from './test-run';
import type { Templates } from './use-templates';

export interface TemplateDraft {
  title: string;
  content: string;
  categoryId: TemplateCategory;
  langType: Language;
  shareRange: 'private' | 'team';
}

export interface TemplateEditorProps {
  /** the template to change; undefined for a new one */
  id?: string;
  initial: TemplateDraft;
  categories: Templates['categories'];
  /** writes a summary of a meeting with the draft; if absent, no test is offered */
  testRun?: TemplateTestRun | undefined;
  onClose: () => void;
}

/** The errors that prevent saving a draft, by field; '' for none. */
export function faultsOf({ title, content }: Pick<TemplateDraft, 'title' | 'content'>): {
  title: '' | 'required' | 'tooLong';
  content: '' | 'required' | 'tooLong';
} {
  const fault = (text: string, max: number) =>
    text === '' ? ('required' as const) : graphemeLength(text) > max ? ('tooLong' as const) : ('' as const);
  return {
    title: fault(clean(title), LIMITS.templateTitle.max),
    content:
      content.length > LIMITS.templateContent.max * 2
        ? 'tooLong'
        : fault(cleanLines(content), LIMITS.templateContent.max),
  };
}

/** Creates or changes a custom template, also offline; with a test on a meeting at the right. */
export default function TemplateEditor({ id, initial, categories, testRun, onClose }: TemplateEditorProps) {
  const { t } = useTranslation(['templates', 'common', 'errors']);
  const [draft, setDraft] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const { isInProgress, track } = useInProgress();
  const [error, setError] = useState('');
  const faults = faultsOf(draft);
  const change = (fields: Partial<TemplateDraft>): void => {
    setDraft((before) => ({ ...before, ...fields }));
    setError('');
  };
  const faultText = (field: 'title' | 'content'): string =>
    isChecked && faults[field] ? t(`templates:editor.${field}Fault.${faults[field]}`, { max: limitOf[field] }) : '';
  const save = async (): Promise<void> => {
    setChecked(true);
    if (faults.title || faults.content) return;
    try {
      await track(() => run('template.save', { ...draft, ...(id === undefined ? {} : { id }) }));
      toast.success(t('templates:editor.saved', { title: clean(draft.title) }));
      onClose();
    } catch (failed) {
      const { code } = errorCode(failed);
      setError(`${t('templates:failed.save')} ${code === 'PARAM_ERROR' ? '' : errorText(t, failed)}`.trim());
    }
  };
  return (
    <SubmitDialog
      size="full"
      title={t(id === undefined ? 'templates:editor.new' : 'templates:editor.edit')}
      submitLabel={t('common:save')}
      isBusy={isInProgress}
      submit={() => void save()}
      onClose={onClose}
    >
      <div className={testRun ? 'grid gap-6 lg:grid-cols-[30rem_minmax(0,1fr)]' : 'mx-auto max-w-[40rem]'}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextField
            autoFocus
            isRequired
            label={t('templates:editor.title')}
            value={draft.title}
            error={faultText('title')}
            onChange={(title) => change({ title })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t('templates:editor.category')}
              options={TEMPLATE_CATEGORIES.map((category) => ({ id: category, label: categories[category] }))}
              value={draft.categoryId}
              onChange={(categoryId) => change({ categoryId })}
            />
            <Select
              label={t('templates:editor.language')}
              options={LANGUAGES.map((language) => ({ id: language, label: LANGUAGE_NAMES[language] }))}
              value={draft.langType}
              onChange={(langType) => change({ langType })}
            />
          </div>
          <TextArea
            isRequired
            rows={16}
            label={t('templates:editor.content')}
            hint={t('templates:editor.contentHint')}
            value={draft.content}
            error={faultText('content')}
            onChange={(content) => change({ content })}
          />
          <Switch
            isSelected={draft.shareRange === 'team'}
            hint={t('templates:editor.shareHint')}
            onChange={(isShared) => change({ shareRange: isShared ? 'team' : 'private' })}
          >
            {t('templates:editor.share')}
          </Switch>
          {error && (
            <p role="alert" className="text-13 text-danger-ink">
              {error}
            </p>
          )}
          <button type="submit" hidden />
        </form>
        {testRun && <TestRun draft={draft} isReady={!faults.title && !faults.content} run={testRun} />}
      </div>
    </SubmitDialog>
  );
}

const limitOf = { title: LIMITS.templateTitle.max, content: LIMITS.templateContent.max };
