import { useTranslation } from 'react-i18next';
import { usePeople } from '~/features/people/use-people';
import { consequenceOfAll, type Sharing } from '~/features/sharing/readers';
import { docOf, sharingOf, subjectOf, type Shareable } from '~/features/sharing/save-sharing';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';

/** Says who gains and who loses access, before a change of many documents is saved. */
export function ShareConsequence({
  selected,
  after,
}: {
  selected: readonly Shareable[];
  after: (before: Sharing) => Sharing;
}) {
  const { t } = useTranslation('project');
  const people = usePeople();
  const projects = useQuery({ kind: 'find', collection: 'projects' });
  if (!projects) return null;
  const projectOf = (shareable: Shareable) => {
    const doc = docOf(shareable);
    return ('projectId' in doc && projects.find(({ id }) => id === doc.projectId)) || null;
  };
  const { gained, lost, linksEnd } = consequenceOfAll(
    people,
    selected.map((shareable) => {
      const before = sharingOf(shareable);
      return { subject: subjectOf(shareable), before, after: after(before), project: projectOf(shareable) };
    }),
  );
  const lines = [
    gained.size > 0 && t('bulk.gain', { count: gained.size }),
    lost.size > 0 && t('bulk.lose', { count: lost.size }),
    linksEnd > 0 && t('bulk.linksEnd', { count: linksEnd }),
  ].filter((line) => line !== false);
  return (
    <div aria-live="polite" className="mt-4 flex flex-col gap-2">
      {(lines.length > 0 ? lines : [t('bulk.sameReaders')]).map((line) => (
        <Banner key={line}>{line}</Banner>
      ))}
    </div>
  );
}
