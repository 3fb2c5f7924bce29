/** A person of the demo company who calls the server without an engine. */
import { cookieFetch } from '../../tests/support/cookie-fetch';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import type { Fetch } from '../../sync/engine/storage/environment';
import type { KindName } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import { createClient, type Call } from '../../sync/protocol/client';
import { syncCalls, type Checkpoint, type PullAnswer, type PushRow, type WireDoc } from '../../sync/protocol/messages';
import { sessionCalls } from '../../sync/protocol/session';
import type { SignedIn } from './asked-server';

export const EMAILS = DEMO_ACCOUNTS.map((account) => account.email);
export const PASSWORD = DEMO_PASSWORD;

export class Person {
  private constructor(
    readonly fetch: Fetch,
    readonly call: Call,
    readonly userId: string,
  ) {}

  static async signIn(url: string, email = EMAILS[0]!): Promise<Person> {
    const fetch = cookieFetch(url);
    const call = createClient({ origin: url, fetch });
    await call(identityCalls.login, { email, password: PASSWORD });
    return new Person(fetch, call, (await call(sessionCalls.my, {})).id);
  }

  /** A person who has a session already. */
  static signedIn(url: string, { userId, token }: Pick<SignedIn, 'userId' | 'token'>): Person {
    const go: Fetch = (input, init) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(input, { ...init, headers });
    };
    return new Person(go, createClient({ origin: url, fetch: go }), userId);
  }

  /** A push row that creates a document. */
  made(id: string, fields: Record<string, unknown>, at = Date.now()): PushRow {
    return {
      assumedMasterState: null,
      newDocumentState: { id, rev: nextRev(), updatedAt: at, recency: -at, abilities: [], ...fields },
    };
  }

  async push(collection: KindName, rows: PushRow[]): Promise<void> {
    const answer = await this.call(syncCalls.push, { collection, rows });
    const first = answer.rejected[0] ?? answer.conflicts[0];
    if (first) throw new Error(`${collection} was not taken: ${JSON.stringify(first).slice(0, 300)}`);
  }

  /** All documents of a collection that this person may see. */
  async *pull(collection: KindName, limit = 500): AsyncGenerator<WireDoc[]> {
    for (let checkpoint: Checkpoint | null = null; ;) {
      const page: PullAnswer = await this.call(syncCalls.pull, {
        collection,
        checkpoint,
        limit,
      });
      if (page.documents.length > 0) yield page.documents;
      if (!page.more) return;
      checkpoint = page.checkpoint;
    }
  }
}
