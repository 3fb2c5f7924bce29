import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { TextArea, TextField } from '~/ui/controls/field';
import { FormDialog } from '~/ui/overlays/form-dialog';
import type { Term } from '../../../sync/model/kinds/terms';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';
import { soundKey } from '../../../sync/terms/key';

const readingOf = ({ term, reading = '' }: Pick<Term, 'term' | 'reading'>): string => soundKey(reading || term);

/** Another term with the same reading, which is allowed but shown as a hint; '' for none. */
export function sameReading(
  typed: { term: string; reading: string },
  all: readonly Pick<Term, 'id' | 'term' | 'reading'>[],
  id: string | undefined,
): string {
  const sound = readingOf(typed);
  return (sound !== '' && all.find((other) => other.id !== id && readingOf(other) === sound)?.term) || '';
}

/** Adds or changes a term. */
export function TermForm({ term, all, onClose }: { term: Term | null; all: readonly Term[]; onClose: () => void }) {
  const { t } = useTranslation(['terminology', 'common', 'errors']);
  const [fields, setFields] = useState({
    term: term?.term ?? '',
    reading: term?.reading ?? '',
    definition: term?.definition ?? '',
  });
  const [error, setError] = useState({ term: '', other: '' });
  const alike = sameReading(fields, all, term?.id);
  const change = (changed: Partial<typeof fields>): void => {
    setFields((before) => ({ ...before, ...changed }));
    setError({ term: '', other: '' });
  };
  const save = async (): Promise<void> => {
    const length = graphemeLength(clean(fields.term));
    if (length === 0) return setError({ term: t('terminology:form.required'), other: '' });
    if (length > LIMITS.term.max)
      return setError({ term: t('terminology:form.tooLong', { max: LIMITS.term.max }), other: '' });
    try {
      await run('term.save', { ...fields, ...(term ? { id: term.id } : {}) });
    } catch (failed) {
      const { code, params } = errorCode(failed);
      if (code === 'TERM_DUPLICATED')
        return setError({ term: t('terminology:form.duplicate', { term: params['term'] ?? '' }), other: '' });
      return setError({ term: '', other: errorText(t, failed) });
    }
    onClose();
  };
  return (
    <FormDialog
      title={t(term ? 'terminology:form.edit' : 'terminology:form.new')}
      submitLabel={t('common:save')}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <TextField
          autoFocus
          isRequired
          label={t('terminology:form.term')}
          value={fields.term}
          error={error.term}
          onChange={(value) => change({ term: value })}
        />
        <TextField
          label={t('terminology:form.reading')}
          hint={alike ? t('terminology:form.sameReading', { term: alike }) : t('terminology:form.readingHint')}
          value={fields.reading}
          onChange={(reading) => change({ reading })}
        />
        <TextArea
          label={t('terminology:form.definition')}
          hint={t('terminology:form.definitionHint')}
          rows={4}
          value={fields.definition}
          onChange={(definition) => change({ definition })}
        />
        {error.other && (
          <p role="alert" className="text-12 text-danger-ink">
            {error.other}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
