import { useTranslation } from 'react-i18next';
import { useCapability } from '~/features/ask/use-capability';
import type { Mode } from './modes';

/** What the research or the agent mode does. */
export function ModeText({ mode }: { mode: Exclude<Mode, 'search'> }) {
  const { t } = useTranslation('ask');
  return (
    <p role="status" className="phrases px-4 py-1 text-12 text-ink-muted">
      {mode === 'agent' ? t('mode.agentText') : <ResearchText />}
    </p>
  );
}

const TEXT_OF_MODEL = {
  there: 'mode.researchText',
  missing: 'mode.researchTextNoModel',
  unknown: 'mode.researchTextUnknown',
} as const;

/** Promises a report only if a language model is known to be there: without one the result is a source dossier. */
function ResearchText() {
  const { t } = useTranslation('ask');
  return t(TEXT_OF_MODEL[useCapability('chat')]);
}
