/** Name and logo of the organization. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import type { OrganizationUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { Avatar } from '~/ui/data/avatar';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton, NativeField } from '~/ui/controls/native-controls';
import { NativeDialog } from '~/ui/overlays/native-dialog';
import { NativeTextArea } from '~/ui/controls/native-form';
import { DialogForm } from './dialog-form';
import type { OrganizationData } from './load';
import { useActionResult } from './result';
import { withoutDialog } from './url-state';
import { useMessages } from './messages';

const loadCheck = () => import('./checks').then((module) => module.checkCompany);

export function CompanyDialog({ data, urlState }: { data: OrganizationData; urlState: OrganizationUrlState }) {
  const { t } = useTranslation('admin');
  const closeTo = paths.admin.organization(withoutDialog(urlState));
  const { company } = data;
  return (
    <NativeDialog title={t('organization.company.title')} closeHref={closeTo}>
      <Logo data={data} />
      <DialogForm intent="company" check={loadCheck} submit={t('organization.edit.submit')} closeTo={closeTo}>
        {(errors, values) => (
          <>
            <NativeField
              name="name"
              label={t('organization.company.name')}
              autoComplete="organization"
              defaultValue={values['name'] ?? company.name}
              error={errors['name']}
              data-focus-first=""
            />
            <NativeField
              name="code"
              label={t('organization.field.code')}
              hint={t('organization.field.codeHint')}
              autoComplete="off"
              defaultValue={values['code'] ?? company.code}
              error={errors['code']}
            />
            <NativeTextArea
              name="description"
              label={t('organization.field.description')}
              defaultValue={values['description'] ?? company.description}
              error={errors['description']}
            />
          </>
        )}
      </DialogForm>
    </NativeDialog>
  );
}

/** A preview before upload; the server validates the file by its content. */
function Logo({ data }: { data: OrganizationData }) {
  const { t } = useTranslation('admin');
  const messageOf = useMessages();
  const result = useActionResult('logo');
  const [preview, setPreview] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  /** the result that a newer choice has replaced */
  const [old, setOld] = useState<typeof result>();
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  useEffect(() => {
    if (result?.done) setPreview('');
  }, [result]);
  const choose = (file: File | undefined): void => {
    setIsWrong(false);
    setOld(result);
    setPreview(file ? URL.createObjectURL(file) : '');
  };
  const input = useRef<HTMLInputElement>(null);
  // a file can be chosen in the server-rendered form before its script has arrived
  useEffect(() => {
    const file = input.current?.files?.[0];
    if (file) setPreview(URL.createObjectURL(file));
  }, []);
  const { company } = data;
  const failed = result === old ? undefined : result?.failed;
  const problem = isWrong
    ? messageOf('IMAGE_NOT_VALID')
    : failed && messageOf(failed.error || Object.values(failed.fields)[0], failed.params);
  return (
    <ConsoleForm
      intent="logo"
      encType="multipart/form-data"
      preventScrollReset
      className="mb-5 flex flex-col gap-4 border-b border-line pb-5 sm:flex-row sm:items-center"
    >
      {({ isSending }) => (
        <>
          {preview && !isWrong ? (
            <img
              src={preview}
              alt={t('organization.logo.preview')}
              width={200}
              height={200}
              onError={() => setIsWrong(true)}
              className="size-[200px] shrink-0 self-center rounded-card border border-line object-cover"
            />
          ) : (
            <Avatar
              name={company.name}
              {...(company.logo ? { src: `${company.logo}?v=${company.updatedAt}` } : {})}
              size={56}
              shape="square"
            />
          )}
          <div className="flex min-w-0 flex-1 flex-col items-start gap-2.5">
            <label className="flex w-full flex-col gap-1.5 text-13 font-medium text-ink">
              {t('organization.logo.title')}
              <input
                // cleared after success
                key={result?.done ? result.at : ''}
                ref={input}
                type="file"
                name="file"
                accept="image/png,image/jpeg,image/webp"
                onChange={(event) => choose(event.currentTarget.files?.[0])}
                aria-describedby="logo-says"
                className="focus-ring w-full rounded-control text-13 font-normal text-ink-muted file:mr-3 file:min-h-8 file:rounded-control file:border file:border-solid file:border-line file:bg-raised file:px-3 file:text-13 file:font-medium file:text-ink-strong hover:file:bg-hover"
              />
            </label>
            <span id="logo-says" className="text-12 text-ink-muted">
              {t('organization.logo.hint')}
            </span>
            {problem && (
              <Banner kind="danger" live="alert">
                {problem}
              </Banner>
            )}
            {result?.done && result !== old && !preview && (
              <Banner kind="success">{t('organization.logo.done')}</Banner>
            )}
            <NativeButton type="submit" size="small" isLoading={isSending}>
              {t('organization.logo.submit')}
            </NativeButton>
          </div>
        </>
      )}
    </ConsoleForm>
  );
}
