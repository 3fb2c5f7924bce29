import { Link } from '@remix-run/react';
import { ChevronDown, ChevronRight, FileText, Globe } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode, errorText } from '~/features/failures/error-text';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { Segments } from '~/ui/controls/segments';
import { toast } from '~/ui/feedback/toast';
import { checkLinkAddress } from '../../../sync/model/link-address';
import { fieldsOf, readSettings, SITE_DEFAULTS, SiteSettingsFields } from './link-form';

type Kind = 'singleUrl' | 'website';

/** A form that adds a single page or a whole website to a project. */
export function AddLink({
  projectId,
  address = '',
  onAdded,
  children,
}: {
  projectId: string;
  /** initial value, for example a pasted address */
  address?: string;
  onAdded?: (id: string) => void;
  /** shown beside the button */
  children?: ReactNode;
}) {
  const { t } = useTranslation(['links', 'common', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const account = useAccount();
  const [text, setText] = useState(address);
  const [kind, setKind] = useState<Kind>('singleUrl');
  const [isOpen, setOpen] = useState(false);
  const [fields, setFields] = useState(() => fieldsOf(SITE_DEFAULTS));
  const [isInvalid, setInvalid] = useState(false);
  const [problem, setProblem] = useState<{ text: string; otherId?: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (text.trim() === '') return setProblem({ text: t('common:link.required') });
    const checked = checkLinkAddress(text, account?.linkHosts);
    if ('error' in checked) return setProblem({ text: errorText(t, { code: checked.error }) });
    const settings = readSettings(kind === 'website' ? fields : { ...fields, pageLimit: '1' });
    if (!settings) {
      setOpen(true);
      return setInvalid(true);
    }
    setBusy(true);
    try {
      const { id } = await run('link.add', {
        projectId,
        url: checked.address,
        kind,
        recrawl: settings.recrawl,
        ...(kind === 'website' ? { depth: settings.depth, pageLimit: settings.pageLimit } : {}),
      });
      setText('');
      setProblem(null);
      toast.message(t(`links:${isOnline ? 'added' : 'addedOffline'}.${kind}`));
      onAdded?.(id);
    } catch (error) {
      const { params } = errorCode(error);
      setProblem({
        text: errorText(t, error),
        ...(typeof params['id'] === 'string' ? { otherId: params['id'] } : {}),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          aria-label={t('links:address')}
          placeholder={t('links:placeholder')}
          type="url"
          inputMode="url"
          className="min-w-0 flex-1 basis-64"
          value={text}
          error={problem?.text ?? ''}
          onChange={(value) => {
            setText(value);
            setProblem(null);
          }}
        />
        <Segments
          label={t('links:what')}
          value={kind}
          onChange={setKind}
          options={[
            { id: 'singleUrl', label: t('links:thisPage'), icon: <FileText aria-hidden size={14} /> },
            { id: 'website', label: t('links:wholeSite'), icon: <Globe aria-hidden size={14} /> },
          ]}
        />
        <Button type="submit" variant="primary" isLoading={busy}>
          {t('common:add')}
        </Button>
        {children}
      </div>
      {problem?.otherId && (
        <Link
          to={paths.projectItem(projectId, problem.otherId, 'singleUrl')}
          className="focus-ring w-fit rounded-control text-13 font-medium text-accent-ink hover:underline"
        >
          {t('links:showOther')}
        </Link>
      )}
      <div>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="focus-ring flex min-h-6 items-center gap-1 rounded-control text-13 text-ink-muted hover:text-ink-strong"
        >
          {isOpen ? <ChevronDown aria-hidden size={14} /> : <ChevronRight aria-hidden size={14} />}
          {t('links:settings.more')}
        </button>
        {isOpen && (
          <div className="mt-3 max-w-lg">
            <SiteSettingsFields
              value={fields}
              isWebsite={kind === 'website'}
              isInvalid={isInvalid}
              onChange={(next) => {
                setFields(next);
                setInvalid(false);
              }}
            />
          </div>
        )}
      </div>
    </form>
  );
}
