import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { TemplatePicker } from '~/features/templates/template-picker';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { LANGUAGES, LANGUAGE_NAMES, type Language } from '../../../sync/model/languages';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import { staysAsVersion, type Summary } from '../../../sync/model/kinds/summaries';
import { isBuiltInTemplate } from '../../../sync/model/summary-templates';
import { useTemplate } from '../templates/use-template';

/** the template of a meeting if none was chosen */
export const DEFAULT_TEMPLATE = 'weekly-meeting';

export interface TemplateButtonProps {
  meeting: Meeting;
  summary: Summary | null;
  isPrimary?: boolean;
}

/** Chooses a template and a language, asks before it replaces a summary, and requests the new one. */
export function TemplateButton({ meeting, summary, isPrimary = false }: TemplateButtonProps) {
  const { t } = useTranslation(['summary', 'errors']);
  const [chosen, setChosen] = useState<{ templateId: string; language: Language }>();
  const [isOpen, setOpen] = useState(false);
  const request = async (input: { templateId: string; language: Language }) => {
    try {
      await run('summary.request', { meetingId: meeting.id, ...input });
      toast.message(t('summary:requested'));
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const hasText = Boolean(summary?.content);
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'secondary'}
        size={isPrimary ? 'normal' : 'small'}
        icon={<Sparkles aria-hidden size={isPrimary ? 16 : 14} />}
        onPress={() => setOpen(true)}
      >
        {t(hasText ? 'summary:template.other' : 'summary:template.write')}
      </Button>
      {isOpen && (
        <ChooseTemplate
          meeting={meeting}
          summary={summary}
          onClose={() => setOpen(false)}
          onChoose={async (input) => {
            setOpen(false);
            if (hasText) setChosen(input);
            else await request(input);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={chosen !== undefined}
        onOpenChange={(open) => !open && setChosen(undefined)}
        title={t('summary:replace.title')}
        description={t(summary && staysAsVersion(summary) ? 'summary:replace.edited' : 'summary:replace.text')}
        confirmLabel={t('summary:replace.confirm')}
        isDanger={false}
        onConfirm={() => request(chosen!)}
      />
    </>
  );
}

function ChooseTemplate({
  meeting,
  summary,
  onChoose,
  onClose,
}: {
  meeting: Meeting;
  summary: Summary | null;
  onChoose: (chosen: { templateId: string; language: Language }) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('summary');
  const [templateId, setTemplate] = useState(summary?.request?.templateId ?? DEFAULT_TEMPLATE);
  const [language, setLanguage] = useState<Language>(summary?.request?.language ?? meeting.language);
  const [isPicking, setPicking] = useState(false);
  const template = useTemplate(templateId, language);
  // deleted, or a private one of a colleague
  const isMissing = template === null && !isBuiltInTemplate(templateId);
  return (
    <>
      <FormDialog
        title={t('template.title')}
        description={t('template.text')}
        submitLabel={t('template.write')}
        isDisabled={isMissing}
        onSubmit={() => onChoose({ templateId, language })}
        onClose={onClose}
      >
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-0 text-14 text-ink">
              <span className="block text-13 font-medium text-ink-strong">{t('template.label')}</span>
              {isMissing ? t('template.unavailable') : (template?.title ?? '…')}
            </p>
            <Button size="small" onPress={() => setPicking(true)}>
              {t('template.choose')}
            </Button>
          </div>
          <Select
            label={t('template.language')}
            value={language}
            options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
            onChange={(id) => setLanguage(id as Language)}
          />
        </div>
      </FormDialog>
      {isPicking && (
        <TemplatePicker
          language={language}
          onChoose={(id) => {
            setTemplate(id);
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
