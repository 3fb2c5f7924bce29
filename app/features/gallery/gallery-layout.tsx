import { useState } from 'react';
import { Button } from '~/ui/controls/button';
import { SyncBadge } from '~/ui/data/sync-badge';
import { Card } from '~/ui/layout/card';
import { OnSeen } from '~/ui/layout/on-seen';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { Section } from './section';

export function GalleryLayout() {
  const [isSeen, setSeen] = useState(false);
  return (
    <>
      <Section title="Page header, page body" parts={['layout/page-header']}>
        <div className="isolate w-full">
          <PageHeader
            title={<>Quarterly plan</>}
            place={[{ label: 'Projects', href: '/gallery' }]}
            state={<SyncBadge state="onServer" />}
            more={<Button variant="quiet">Export</Button>}
            action={<Button variant="primary">Share</Button>}
          />
          <PageBody>The body of a screen is 720 px wide for text.</PageBody>
        </div>
      </Section>
      <Section title="Card" parts={['layout/card']}>
        <Card title="Card" action={<Button size="small">Open</Button>} className="w-72">
          Content of its own.
        </Card>
        <Card title="Card that is a link" href="/gallery" className="w-72">
          Its border answers the pointer.
        </Card>
        <Card className="w-72">Without a title</Card>
      </Section>
      <Section title="On seen" parts={['layout/on-seen']}>
        <p className="text-13">{isSeen ? 'Its place has come into view.' : 'Its place has not come into view.'}</p>
        <OnSeen onSeen={() => setSeen(true)} />
      </Section>
    </>
  );
}
