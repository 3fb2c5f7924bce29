import { Inbox } from 'lucide-react';
import { Button } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { LevelMeter, Progress, type LevelSource } from '~/ui/feedback/progress';
import { Skeleton, SkeletonRows } from '~/ui/feedback/skeleton';
import { Spinner } from '~/ui/feedback/spinner';
import { toast } from '~/ui/feedback/toast';
import { LastKnown } from '~/features/server-list/last-known';
import { Section, State } from './section';

const AT = Date.now() - 3 * 60 * 60_000;
const steady = (level: number): LevelSource => ({ get: () => level, subscribe: () => () => undefined });
const [INPUT, LOUD, SILENT] = [steady(0.6), steady(0.98), steady(0)];
const REFUSED = { error: { code: 'NO_PERMISSION' } };

export function GalleryFeedback() {
  return (
    <>
      <Section title="Banner" parts={['feedback/banner']}>
        {(['info', 'success', 'warning', 'danger'] as const).map((kind) => (
          <Banner
            key={kind}
            kind={kind}
            title={`A ${kind} banner`}
            action={<Button size="small">Act</Button>}
            onClose={() => undefined}
            className="w-full"
          >
            The event, the state of the data, the next step.
          </Banner>
        ))}
        <Banner kind="warning" isWide className="w-full">
          Edge to edge, one line
        </Banner>
      </Section>
      <Section title="A list as last known" parts={[]}>
        <LastKnown failure="offline" at={AT} onRetry={() => undefined} className="w-full" />
        <LastKnown failure="offline" at={0} onRetry={() => undefined} className="w-full" />
        <LastKnown failure={REFUSED} at={AT} onRetry={() => undefined} className="w-full" />
      </Section>
      <Section title="Progress, level, spinner" parts={['feedback/progress', 'feedback/spinner']}>
        <div className="flex w-72 flex-col gap-4">
          <Progress label="Uploading" value={42} valueText="4.2 of 10 MB" />
          <Progress label="Uploaded" value={100} tone="success" />
          <Progress label="Failed" value={70} tone="danger" />
          <Progress label="Working" value={null} />
        </div>
        <State name="quiet">
          <LevelMeter label="Input level" source={INPUT} />
        </State>
        <State name="loud">
          <LevelMeter label="Loud input" source={LOUD} />
        </State>
        <State name="off">
          <LevelMeter label="No input" source={SILENT} isActive={false} />
        </State>
        <State name="spinner">
          <Spinner size={20} />
        </State>
      </Section>
      <Section title="Toast" parts={['feedback/toast', 'feedback/toaster']}>
        <Button onPress={() => toast.message('Link copied')}>Message</Button>
        <Button onPress={() => toast.success('Saved', { action: { label: 'Undo', onPress: () => undefined } })}>
          Success
        </Button>
        <Button onPress={() => toast.error('The file is empty.', { description: 'Choose another one.' })}>Error</Button>
      </Section>
      <Section title="Empty state, skeleton" parts={['feedback/empty-state', 'feedback/skeleton']}>
        <EmptyState
          icon={<Inbox size={20} />}
          title="No notes yet"
          text="Notes keep decisions and their reasons."
          action={<Button variant="primary">New note</Button>}
          className="w-80 max-w-full"
        />
        <State name="rows of two lines" className="w-80 *:w-full">
          <SkeletonRows rows={3} />
        </State>
        <State name="rows of one line" className="w-80 *:w-full">
          <SkeletonRows rows={3} twoLines={false} />
        </State>
        <State name="a block" className="w-40 *:w-full">
          <Skeleton className="h-24" />
        </State>
      </Section>
    </>
  );
}
