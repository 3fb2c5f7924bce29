import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { NoAnswerError } from '../../../sync/protocol/client';
import { errorText } from '~/features/failures/error-text';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { chatCalls, REPORT_REASONS } from '../../../server/core/chat/contract';

/** Reports an answer to the organization's administrators. */
export default function ReportAnswer({ turnId, onClose }: { turnId: string; onClose: () => void }) {
  const { t } = useTranslation(['chat', 'errors']);
  const [reason, setReason] = useState<(typeof REPORT_REASONS)[number]>('wrong');
  const [error, setError] = useState('');
  const report = async () => {
    try {
      await call(chatCalls.report, { turnId, reason });
    } catch (failed) {
      setError(failed instanceof NoAnswerError ? t('chat:needsServer') : errorText(t, failed));
      return;
    }
    onClose();
    toast.success(t('chat:report.done'));
  };
  return (
    <FormDialog
      title={t('chat:report.title')}
      description={t('chat:report.text')}
      submitLabel={t('chat:report.submit')}
      onSubmit={report}
      onClose={onClose}
    >
      <Select
        label={t('chat:report.reason')}
        value={reason}
        onChange={(id) => setReason(id as typeof reason)}
        options={REPORT_REASONS.map((id) => ({ id, label: t(`chat:report.${id}`) }))}
        error={error}
      />
    </FormDialog>
  );
}
