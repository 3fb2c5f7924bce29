import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import type { Failure } from './use-lock-action';

/** The form of a lock's dialog: what failed, its fields, and the buttons. */
export function LockForm({
  action,
  failure,
  isRunning,
  isDisabled = false,
  submit,
  onCancel,
  children,
}: {
  /** text of the button that submits */
  action: string;
  failure: Failure | null;
  isRunning: boolean;
  isDisabled?: boolean;
  submit: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <form
      className="flex flex-col gap-4 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {failure?.field === null && (
        <Banner kind="danger" live="alert">
          {failure.text}
        </Banner>
      )}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onCancel} isDisabled={isRunning}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="primary" isLoading={isRunning} isDisabled={isDisabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
