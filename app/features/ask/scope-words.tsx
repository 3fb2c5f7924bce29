import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';
import { cx } from '~/ui/cx';
import type { Draft } from './draft';

export interface ScopeWordsProps {
  draft: Draft;
  /** label of the scope without a chosen document; by default all own documents */
  everything?: string | undefined;
  /** false: the web is never searched, and is not mentioned */
  hasWeb?: boolean;
}

/** The scope of a question as buttons: all or the chosen documents, with or without the web. */
export function ScopeWords({ draft, everything, hasWeb = true }: ScopeWordsProps) {
  const { t } = useTranslation('ask');
  const { context, project, web } = draft;
  const { state } = useStatus().connection;
  // offline, the web is searched when the question has been sent
  const isAway = state !== 'online' && state !== 'starting';
  const [first, ...others] = context.length > 0 ? context : project ? [project] : [];
  return (
    // clips the separator before the first item of each line
    <div className="mx-3 overflow-x-clip text-12">
      <div aria-label={t('scope.label')} role="group" className="-ml-3 flex flex-wrap items-center">
        <Part>
          <Word label={t('scope.choose')} onPress={draft.openPicker}>
            {!first
              ? (everything ?? t('scope.everything'))
              : others.length === 0
                ? t('scope.only', { title: first.title })
                : t('scope.onlyMore', { title: first.title, count: others.length })}
          </Word>
        </Part>
        {hasWeb && (
          <Part>
            {web === 'missing' || web === 'project' ? (
              <span className="px-1 py-1 text-ink-muted">
                {t(web === 'project' ? 'scope.webProject' : 'scope.webMissing')}
              </span>
            ) : (
              <Word isOn={web === 'on'} onPress={() => draft.setUsesWeb(web === 'off')}>
                <Globe aria-hidden size={12} />
                {t(web === 'off' ? 'scope.webOff' : isAway ? 'scope.webLater' : 'scope.web')}
              </Word>
            )}
          </Part>
        )}
        {context.length > 0 && (
          <Part>
            <Word onPress={draft.clearContext}>{t('scope.all')}</Word>
          </Part>
        )}
      </div>
    </div>
  );
}

/** An item of the line, with a separator before it. */
const Part = ({ children }: { children: ReactNode }) => (
  <span className="relative inline-flex min-w-0 items-center pl-3">
    <span aria-hidden className="absolute left-1 text-ink-faint">
      ·
    </span>
    {children}
  </span>
);

function Word({
  label,
  isOn,
  onPress,
  children,
}: {
  /** describes the effect of a press, if the text does not */
  label?: string;
  /** state of a toggle button */
  isOn?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      title={label}
      aria-pressed={isOn}
      onClick={onPress}
      className={cx(
        'focus-ring inline-flex min-h-6 min-w-0 max-w-72 items-center gap-1 truncate rounded-control px-1 hover:bg-hover hover:text-ink-strong',
        isOn ? 'text-accent-ink' : 'text-ink-muted',
      )}
    >
      {children}
    </button>
  );
}
