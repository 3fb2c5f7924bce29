/** Of which spaces a screen shows a list, by the queries that are open: a first sync brings the heads of these lists before anything else. */
import { spaceOf } from '../../model/ids';
import type { LiveQuery } from '../api';

export class OnScreen {
  private readonly open = new Set<{ space: string }>();

  get spaces(): string[] {
    return [...new Set([...this.open].map(({ space }) => space))];
  }

  /** Gives what is to be called when the query ends. */
  entered(query: LiveQuery): () => void {
    const projectId = query.kind === 'find' ? query.selector?.['projectId'] : undefined;
    if (typeof projectId !== 'string' || projectId === '') return () => {};
    const entry = { space: spaceOf('project', projectId) };
    this.open.add(entry);
    return () => { this.open.delete(entry); };
  }
}
