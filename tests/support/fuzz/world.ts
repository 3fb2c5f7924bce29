/**
 * Documents that the server itself writes during a run, and changes by administrators: notifications, transcripts,
 * conversations, membership.
 */
import { spaceOf } from '../../../sync/model/ids';
import type { KindName } from '../../../sync/model/kinds';
import type { ServerFixture } from './server-fixture';
import type { Choices } from './random';

export class World {
  private made = 0;

  constructor(
    private readonly fixture: ServerFixture,
    private readonly choices: Choices,
    private readonly ids: readonly string[],
    private readonly names: readonly KindName[],
  ) {}

  /** The server creates or updates one document. Returns its name, or null if there is none. */
  async serverMakes(): Promise<string | null> {
    const possible = (['notifications', 'threads', 'transcripts', 'summaries'] as const).filter((name) =>
      this.names.includes(name),
    );
    if (possible.length === 0) return null;
    const name = this.choices.pick(possible);
    const id = `${name.slice(0, 2)}${(this.made += 1)}${this.fixture.companyId}`;
    const who = this.choices.pick(this.ids);
    if (name === 'notifications') {
      await this.fixture.write(this.fixture.companyId, (tx) =>
        tx.put('notifications', id, {
          space: spaceOf('person', who),
          kind: 'k',
          params: {},
          link: '',
          subjectId: '',
          read: false,
          createdAt: 1,
        } as never),
      );
      return `tells ${who} ${id}`;
    }
    if (name === 'threads') {
      await this.fixture.write(this.fixture.companyId, (tx) =>
        tx.put('threads', id, {
          space: spaceOf('company', this.fixture.companyId),
          kind: 'chat',
          title: id,
          projectId: '',
          creatorId: who,
          status: 'done',
          body: '',
          shareRange: 'team',
          createdAt: 1,
        } as never),
      );
      return `makes threads/${id} for ${who}`;
    }
    return this.ofMeeting(name);
  }

  private async ofMeeting(name: 'transcripts' | 'summaries'): Promise<string | null> {
    return this.fixture.write(this.fixture.companyId, async (tx) => {
      const meetings = await tx.list('meetings', { where: {} });
      if (meetings.length === 0) return null;
      const { id, space, creatorId } = this.choices.pick(meetings);
      const current = await tx.get(name, id);
      const common = {
        meetingId: id,
        creatorId,
        error: '',
        provider: 'p',
        model: 'm',
        mode: 'model',
        generatedAt: (this.made += 1),
      };
      if (current) await tx.put(name, id, common as never);
      else if (name === 'summaries')
        await tx.put(name, id, {
          ...common,
          space,
          content: `s${this.made}`,
          templateId: '',
          status: 'done',
          versions: [],
        } as never);
      else {
        const segments = ['s1', 's2', 's3'].map((segment, i) => ({
          id: segment,
          recordingId: '',
          start: i * 1000,
          end: (i + 1) * 1000,
          text: `heard ${i}`,
          original: '',
          participantId: '',
        }));
        await tx.put(name, id, { ...common, space, status: 'done', progress: 1, segments } as never);
      }
      return `${current ? 'renews' : 'makes'} ${name}/${id}`;
    });
  }

  /** A person's membership or departments change. */
  async access(): Promise<string> {
    const id = this.choices.pick(this.ids);
    const { active, departmentIds } = this.fixture.people.get(id)!;
    if (this.choices.chance(0.3) || !active) {
      await this.fixture.setPerson(id, !active, departmentIds);
      return `${id} is ${active ? 'deactivated' : 'active again'}`;
    }
    const into = this.choices.some(['top', 'child', 'side'], 0.4).map((d) => `${this.fixture.companyId}-${d}`);
    await this.fixture.setPerson(id, true, into);
    return `${id} goes to ${into.join(', ') || 'no department'}`;
  }
}
