import { useState } from 'react';
import { Building, Lock, UserRoundCog, UsersRound } from 'lucide-react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { errorText } from '~/features/shell/error-text';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { Dialog } from '~/ui/overlays/dialog';
import { toast } from '~/ui/feedback/toast';
import { PeoplePicker, type Chosen } from './people-picker';
import { usePeople } from './use-people';

export const SHARE_RANGES = ['private', 'team', 'company', 'customize'] as const;
export type ShareRange = (typeof SHARE_RANGES)[number];
export const SHARE_ICONS = { private: Lock, team: UsersRound, company: Building, customize: UserRoundCog } as const;

/** The error of a selection as a key of the `project` namespace; null for a valid one. */
export function shareProblem(range: ShareRange, chosen: Chosen): 'share.teamRequired' | 'share.someoneRequired' | null {
  if (range === 'team' && chosen.departmentIds.length === 0) return 'share.teamRequired';
  if (range === 'customize' && chosen.departmentIds.length + chosen.userIds.length === 0)
    return 'share.someoneRequired';
  return null;
}

/** Chooses the viewers of a project. Contributors have a dialog of their own. */
export function ShareDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useTranslation(['project', 'errors']);
  const people = usePeople();
  const [range, setRange] = useState<ShareRange>(project.shareRange);
  const [chosen, setChosen] = useState<Chosen>({
    userIds: project.shareUserIds,
    departmentIds: project.shareDepartmentIds,
  });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const wrong = shareProblem(range, chosen);
    if (wrong) {
      setProblem(t(`project:${wrong}`));
      return;
    }
    setBusy(true);
    try {
      await run('project.share', {
        id: project.id,
        shareRange: range,
        departmentIds: range === 'team' || range === 'customize' ? chosen.departmentIds : [],
        userIds: range === 'customize' ? chosen.userIds : [],
      });
      toast.success(t('project:share.done'));
      onClose();
    } catch (error) {
      setProblem(errorText(t, error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={!busy}
      title={t('project:share.title', { title: project.title })}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={busy}>
            {t('project:actions.cancel')}
          </Button>
          <Button variant="primary" isLoading={busy} onPress={() => void save()}>
            {t('project:actions.save')}
          </Button>
        </>
      )}
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          value={range}
          onChange={(value) => {
            setRange(value as ShareRange);
            setProblem('');
          }}
          className="flex flex-col gap-1.5"
        >
          <Label className="text-13 font-medium text-ink">{t('project:share.who')}</Label>
          {SHARE_RANGES.map((id) => {
            const Icon = SHARE_ICONS[id];
            return (
              <Radio
                key={id}
                value={id}
                className={({ isSelected, isFocusVisible }) =>
                  cx(
                    'flex cursor-default items-center gap-3 rounded-control border px-3 py-2.5 transition-colors',
                    isSelected ? 'border-accent bg-accent-tint' : 'border-line hover:bg-hover',
                    isFocusVisible && 'outline-2 outline-offset-2 outline-accent',
                  )
                }
              >
                <Icon aria-hidden size={18} className="shrink-0 text-ink-muted" />
                <span className="flex flex-col">
                  <span className="text-14 font-medium text-ink-strong">{t(`project:share.${id}`)}</span>
                  <span className="text-12 text-ink-muted">{t(`project:share.${id}Hint`)}</span>
                </span>
              </Radio>
            );
          })}
        </RadioGroup>
        {(range === 'team' || range === 'customize') && (
          <PeoplePicker
            people={people}
            value={chosen}
            onChange={(value) => {
              setChosen(value);
              setProblem('');
            }}
            withMembers={range === 'customize'}
            exclude={[project.ownerId]}
          />
        )}
        {problem && (
          <Banner kind="danger" live="alert">
            {problem}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
