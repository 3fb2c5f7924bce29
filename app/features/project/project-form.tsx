import { getFormProps, useForm } from '@conform-to/react';
import { parseWithValibot } from '@conform-to/valibot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import { ProjectTitle } from '../../../sync/model/kinds/projects';
import { lines } from '../../../sync/model/text';
import { useSubmission } from '~/features/shell/use-submission';
import { Banner } from '~/ui/feedback/banner';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { TextArea, TextField } from '~/ui/controls/field';
import { Switch } from '~/ui/controls/toggle';

/** Schema of the form, by the model's rules; a field that is not rendered is empty. Messages are keys of the `project` namespace. */
const Form = v.object({
  title: ProjectTitle,
  description: v.optional(lines(LIMITS.projectDescription, 'descriptionLength'), ''),
  instructions: v.optional(lines(LIMITS.projectInstructions, 'instructionsLength'), ''),
});
export type ProjectFields = v.InferOutput<typeof Form>;

/** Reads the form; an empty field is an empty string. */
export const readProjectForm = (formData: FormData) =>
  parseWithValibot(formData, { schema: Form, disableAutoCoercion: true });

/** Fields of the form with the settings that are not text fields. */
export interface ProjectSettings extends ProjectFields {
  webSearchEnabled: boolean;
}

export interface ProjectFormProps {
  title: string;
  submitLabel: string;
  value?: Partial<ProjectSettings>;
  /** with the instructions to assistants, and what they may use */
  withSettings?: boolean;
  onSubmit: (fields: ProjectSettings) => Promise<void>;
  onClose: () => void;
}

/** Creates a project or edits its title, description and instructions. After an error it stays open and keeps the input. */
export function ProjectFormDialog({
  title,
  submitLabel,
  value = {},
  withSettings = false,
  onSubmit,
  onClose,
}: ProjectFormProps) {
  const { t } = useTranslation('project');
  const { isInProgress, problem, setProblem, submit } = useSubmission();
  const [webSearchEnabled, setWebSearch] = useState(value.webSearchEnabled ?? false);
  const [form, fields] = useForm<ProjectFields>({
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    defaultValue: { title: value.title, description: value.description, instructions: value.instructions },
    onValidate: ({ formData }) => readProjectForm(formData),
    onSubmit: (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') return;
      setProblem('');
      void submit(() => onSubmit({ ...submission.value, webSearchEnabled }).then(onClose));
    },
  });
  const errorOf = (errors: string[] | undefined): string | undefined => {
    const code = errors?.[0];
    return code === undefined
      ? undefined
      : code === 'PROJECT_TITLE_LENGTH_EXCEEDED'
        ? t('form.titleLength')
        : t(`form.${code}`);
  };
  return (
    <SubmitDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isInProgress}
      submit={{ form: form.id }}
      onClose={onClose}
    >
      <form {...getFormProps(form)} className="flex flex-col gap-4" noValidate>
        {problem && (
          <Banner kind="danger" live="alert">
            {problem}
          </Banner>
        )}
        <TextField
          name={fields.title.name}
          defaultValue={fields.title.initialValue ?? ''}
          label={t('form.title')}
          error={errorOf(fields.title.errors)}
          placeholder={t('form.titlePlaceholder')}
          autoFocus
          isRequired
          autoComplete="off"
        />
        <TextArea
          name={fields.description.name}
          defaultValue={fields.description.initialValue ?? ''}
          label={t('form.description')}
          error={errorOf(fields.description.errors)}
          placeholder={t('form.descriptionPlaceholder')}
          rows={3}
        />
        {withSettings && (
          <>
            <TextArea
              name={fields.instructions.name}
              defaultValue={fields.instructions.initialValue ?? ''}
              label={t('form.instructions')}
              hint={t('form.instructionsHint')}
              error={errorOf(fields.instructions.errors)}
              rows={4}
            />
            <Switch isSelected={webSearchEnabled} onChange={setWebSearch} hint={t('form.webSearchHint')}>
              {t('form.webSearch')}
            </Switch>
          </>
        )}
      </form>
    </SubmitDialog>
  );
}
