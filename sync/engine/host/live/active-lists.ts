/** Of which spaces a screen shows a list, by the queries that are open: a first sync brings the heads of these lists before anything else. */
import { spaceOf } from '../../../model/ids';
import type { LiveQuery } from '../api';

export class ActiveLists {
  private readonly open = new Set<{ space: string }>();

  /** of a screen that is still to come */
  private expected: string | null = null;

  get spaces(): string[] {
    return [
      ...new Set([...(this.expected === null ? [] : [this.expected]), ...[...this.open].map(({ space }) => space)]),
    ];
  }

  /** The screen that comes first will show this project's list: its modules may be slower than a sync. */
  expect(projectId: string): void {
    this.expected = spaceOf('project', projectId);
  }

  /** Gives what is to be called when the query ends. */
  entered(query: LiveQuery): () => void {
    const projectId = query.kind === 'find' ? query.selector?.['projectId'] : undefined;
    if (typeof projectId !== 'string' || projectId === '') return () => {};
    const entry = { space: spaceOf('project', projectId) };
    this.expected = null;
    this.open.add(entry);
    return () => {
      this.open.delete(entry);
    };
  }
}
