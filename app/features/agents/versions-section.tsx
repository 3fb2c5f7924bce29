import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { agentVersionsId } from '../../../sync/model/ids';
import type { AgentVersion } from '../../../sync/model/kinds/agent-versions';
import type { Agent } from '../../../sync/model/kinds/agents';
import { definitionOf, differing } from './agent-draft';
import { AgentSection } from './agent-parts';
import { refusedVersionOf } from './agent-state';
import { useSentLater } from './use-sent-later';

/** The published versions of an own agent, the newest first; each can be restored to the draft. */
export function VersionsSection({ agent, isAllowed }: { agent: Agent; isAllowed: boolean }) {
  const { t } = useTranslation(['agents', 'errors']);
  const sentLater = useSentLater();
  const stored = useQuery({ kind: 'one', collection: 'agentVersions', id: agentVersionsId(agent.id) });
  const [restoring, setRestoring] = useState<AgentVersion | null>(null);
  const versions = stored?.versions ?? [];
  if (versions.length === 0) return null;
  const restore = async ({ no }: AgentVersion): Promise<void> => {
    try {
      await run('agent.restoreVersion', { id: agent.id, no });
      // unsaved changes of an earlier visit belong to the replaced draft
      await run('draft.keep', { id: `agent/${agent.id}`, text: null });
      toast.success(t('agents:versions.restored', { number: no }), sentLater);
    } catch (error) {
      toast.error(t('agents:versions.notRestored'), { description: errorText(t, error) });
    }
  };
  return (
    <AgentSection title={t('agents:versions.title')}>
      <ul className="flex flex-col">
        {versions.map((version) => {
          const { no, createdAt } = version;
          const isDraft = Object.keys(differing(definitionOf(version), definitionOf(agent))).length === 0;
          return (
            <li key={no} className="flex min-h-[52px] flex-wrap items-center gap-3 border-b border-line last:border-0">
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-2 text-14 text-ink-strong">
                {t('agents:versions.name', { number: no })}
                {no === agent.liveVersion && <Badge tone="success">{t('agents:versions.live')}</Badge>}
                {no === agent.waitingVersion && <Badge tone="warning">{t('agents:state.waiting')}</Badge>}
                {no === refusedVersionOf(agent) && <Badge tone="danger">{t('agents:state.refused')}</Badge>}
                <RelativeTime at={createdAt} className="text-12 text-ink-muted" />
              </span>
              {isDraft ? (
                <span className="text-12 text-ink-muted">{t('agents:versions.isDraft')}</span>
              ) : (
                isAllowed && (
                  <Button
                    size="small"
                    icon={<RotateCcw aria-hidden size={14} />}
                    aria-label={t('agents:versions.restoreOne', { number: no })}
                    onPress={() => setRestoring(version)}
                  >
                    {t('agents:versions.restore')}
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        isOpen={restoring !== null}
        onOpenChange={() => setRestoring(null)}
        isDanger={false}
        title={t('agents:versions.confirm', { number: restoring?.no ?? 0 })}
        description={t('agents:versions.confirmText')}
        confirmLabel={t('agents:versions.restore')}
        onConfirm={() => (restoring ? restore(restoring) : undefined)}
      />
    </AgentSection>
  );
}
