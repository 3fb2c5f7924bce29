import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';
import { cx } from '~/ui/cx';
import type { Draft } from './draft';

export interface ScopeWordsProps {
  draft: Draft;
  /** names what is searched where nothing is chosen; one's own documents unless told */
  everything?: string | undefined;
  /** false: the web never takes part, and is not spoken of */
  hasWeb?: boolean;
}

/** The scope of a search as buttons: everything or the chosen documents, with or without the web. */
export function ScopeWords({ draft, everything, hasWeb = true }: ScopeWordsProps) {
  const { t } = useTranslation('ask');
  const { context, project, web } = draft;
  const { state } = useStatus().connection;
  // the question is sent, and the web searched, when there is a connection again
  const isAway = state !== 'online' && state !== 'starting';
  const [first, ...others] = context.length > 0 ? context : project ? [project] : [];
  return (
    // the sign in front of the first word of each line is cut off
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

/** A part of the line, with a sign between it and the part before. */
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
  /** what a press does, where the word does not say it */
  label?: string;
  /** of a switch */
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
