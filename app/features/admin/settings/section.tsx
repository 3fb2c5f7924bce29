import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '~/features/admin/console-form';
import type { Failed } from '~/features/account/result';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton } from '~/ui/controls/native-controls';

/** One setting: title, explanation and form. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={`settings-${id}`}
      className="flex scroll-mt-20 flex-col gap-4 border-t border-line pt-7 first:border-0 first:pt-0"
      id={id}
    >
      <div className="flex flex-col gap-1">
        <h2 id={`settings-${id}`} className="text-16">
          {title}
        </h2>
        {text && <p className="leading-relaxed text-ink-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** The result of a form, above its button. `title`: title of a failure. */
export function FormResult({ saved, failed, title }: { saved: string | null; failed: Failed | null; title?: string }) {
  const failure = useFailureText(failed);
  if (failure)
    return (
      <Banner kind="danger" live="alert" {...(title ? { title } : {})}>
        {failure}
      </Banner>
    );
  return saved ? <Banner kind="success">{saved}</Banner> : null;
}

/** The button of a form, with the reason if it is disabled. */
export function SaveButton({
  isSending,
  reason,
  label,
  danger = false,
}: {
  isSending: boolean;
  reason: string | null;
  label?: string;
  danger?: boolean;
}) {
  const { t } = useTranslation('admin');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <NativeButton
        type="submit"
        variant={danger ? 'danger' : 'secondary'}
        isLoading={isSending}
        disabled={reason !== null}
      >
        {label ?? t(isSending ? 'settings.saving' : 'settings.save')}
      </NativeButton>
      {reason && <span className="text-12 text-ink-muted">{reason}</span>}
    </div>
  );
}
