import { useState } from 'react';
import { FileWarning } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { textOf } from './open-text';

/** The text could not be opened: the reason, a retry, and its raw text as the last resort. */
export function OpenFailed({ contentId, code, onRetry }: { contentId: string; code: string; onRetry: () => void }) {
  const { t } = useTranslation(['note', 'errors']);
  const [raw, setRaw] = useState<string | null>(null);
  const [copyFailed, setCopyFailed] = useState(false);
  const copy = async () => {
    try {
      const text = await textOf(contentId, 'text');
      setRaw(text);
      await navigator.clipboard.writeText(text);
    } catch {
      setCopyFailed(true);
    }
  };
  return (
    <div role="alert">
      <EmptyState
        icon={<FileWarning size={22} />}
        title={t('failed.load')}
        text={`${t([`errors:${code}`, 'errors:UNKNOWN_ERROR'])} ${t('editor.openFailedText')}`}
        action={
          <>
            <Button variant="primary" onPress={onRetry}>
              {t('actions.retry')}
            </Button>
            <Button onPress={() => void copy()}>{t('editor.copyRaw')}</Button>
          </>
        }
      />
      {raw !== null && !copyFailed && (
        <p role="status" className="text-center text-13 text-ink-muted">
          {t('copy.done')}
        </p>
      )}
      {copyFailed && (
        <p className="text-center text-13 text-danger-ink">
          {t('copy.failed')}. {raw === null ? '' : t('copy.byHand')}
        </p>
      )}
      {raw !== null && (
        <pre
          className="note mx-auto mt-4 max-h-80 overflow-auto rounded-card border border-line bg-sunken p-4 text-13"
          tabIndex={0}
        >
          {raw}
        </pre>
      )}
    </div>
  );
}
