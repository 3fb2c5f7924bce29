/**
 * Tracks the spaces whose lists are on screen, by the open live queries: a first sync brings the top of these lists
 * before anything else.
 */
import { spaceOf } from '../../../model/ids';
import type { LiveQuery } from '../live-queries';

export class ActiveLists {
  private readonly open = new Set<{ space: string }>();

  /** the space of a screen that is about to open */
  private expected: string | null = null;

  get spaces(): string[] {
    return [
      ...new Set([...(this.expected === null ? [] : [this.expected]), ...[...this.open].map(({ space }) => space)]),
    ];
  }

  /** The first screen will show this project's list; its modules may load more slowly than the first sync runs. */
  expect(projectId: string): void {
    this.expected = spaceOf('project', projectId);
  }

  /** @returns call it when the query ends */
  opened(query: LiveQuery): () => void {
    const projectId =
      query.kind === 'find' ? query.selector?.['projectId'] : query.kind === 'items' ? query.projectId : undefined;
    if (typeof projectId !== 'string' || projectId === '') return () => {};
    const entry = { space: spaceOf('project', projectId) };
    this.expected = null;
    this.open.add(entry);
    return () => {
      this.open.delete(entry);
    };
  }
}
