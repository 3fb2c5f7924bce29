/**
 * The replica host: implements the page's API (api.ts) for one account's workspace at a time.
 *
 *   open ──► pending erasures ──► stored account ──► workspace                     needs no server
 *     └ refresh: GET /user/my ──► same account: continue ── another: switch ── 401: stays readable, signed out
 */
import type { BehaviorSubject } from 'rxjs';
import { CallError } from '../../protocol/errors';
import { sessionCalls } from '../../protocol/session';
import { htmlOfState, markdownOfState, screenHtmlOfState, textOfState } from '../../merge/note-text';
import { fromBase64 } from '../../merge/yjs';
import { erasePending } from '../account/erase';
import type { LockAction } from '../account/lock/state';
import { runCommand } from '../outbox/commands/run';
import { outboxFile } from '../outbox/outbox-file';
import { recordingBlob } from '../recording/bytes';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import type { Environment } from '../storage/environment';
import { BrokenStorage } from '../storage/integrity/broken-storage';
import { noLossCounter, readLossCount, sumOf } from '../storage/integrity/loss-counter';
import type { ReplicaApi, StorageReport } from './api';
import type { ItemsWindow, LiveQuery } from './live-queries';
import { HostServices } from './host-services';
import { hostQuery } from './live/host-query';
import { storageReport } from './live/storage';
import type { Workspace } from './workspace';

export interface ReplicaHost {
  api: ReplicaApi;
  /** Compacts typed text and closes everything; for tests and for a worker that is about to end. */
  close(): Promise<void>;
}

export function createReplicaHost(environment: Environment): ReplicaHost {
  const services = new HostServices(environment);
  return { api: new Host(environment, services), close: () => services.close() };
}

const FORMATS = { text: textOfState, markdown: markdownOfState, html: htmlOfState, screen: screenHtmlOfState };

class Host implements ReplicaApi {
  private readonly workspace$: BehaviorSubject<Workspace | null>;
  private readonly account$: BehaviorSubject<Account | null>;
  /** visibility of the page, as reported by it */
  private isVisible = true;

  constructor(
    private readonly environment: Environment,
    private readonly services: HostServices,
  ) {
    this.workspace$ = services.core.workspace$;
    this.account$ = services.core.account$;
    this.workspace$.subscribe((workspace) => workspace?.setVisible(this.isVisible));
  }

  open({ refresh, projectId }: { refresh: boolean; projectId?: string | undefined }): Promise<Account | null> {
    if (projectId !== undefined) this.services.activeLists.expect(projectId);
    return this.services.queue.run(async () => {
      await this.openAccounts();
      await erasePending(this.services.core.accounts, this.environment);
      await this.services.removal.confirmErasure();
      await this.services.removal.endSession();
      const known = await this.services.core.accounts.current();
      const account = refresh || !known ? await this.services.signIn.identify(known) : known;
      if (!account) {
        await this.services.slot.close();
        this.account$.next(null);
        return null;
      }
      await this.services.accountSwitch.openAccount(account);
      await erasePending(this.services.core.accounts, this.environment);
      if (this.services.lock.isClosed) void this.services.lock.checkLease().catch(this.environment.report);
      return account;
    });
  }

  async live(
    query: LiveQuery,
    onValue: (value: unknown) => void,
    onError: (error: unknown) => void = () => {},
  ): Promise<() => void> {
    const values = hostQuery(
      {
        workspace$: this.workspace$,
        account$: this.account$,
        lock$: this.services.lock.state$,
        storage$: this.services.recovery.storage$,
        lockedCopies$: this.services.left.lockedCopies$,
      },
      query,
    );
    const closeList = this.services.activeLists.opened(query);
    this.userWaits();
    let hasAnswered = false;
    const id = Symbol(query.kind);
    const subscription = values.subscribe({
      next: (value) => {
        onValue(value);
        if (query.kind === 'one' || query.kind === 'find')
          this.services.recovery.documentsShown(id, {
            collection: query.collection,
            documents: [value].flat().filter((document) => document !== null),
          });
        if (query.kind === 'items')
          this.services.recovery.documentsShown(id, {
            collection: 'projectItems',
            documents: (value as ItemsWindow).rows,
          });
        if (hasAnswered) return;
        hasAnswered = true;
        this.userWaits();
      },
      error: (error: unknown) => {
        this.environment.report(error);
        onError(error);
      },
    });
    return () => {
      closeList();
      this.services.recovery.queryClosed(id);
      subscription.unsubscribe();
    };
  }

  run: ReplicaApi['run'] = async (name, input) => runCommand((await this.requireWorkspace()).context, name, input);

  openText: ReplicaApi['openText'] = async (contentId, onUpdate) =>
    this.inForeground((await this.requireWorkspace()).texts.openText(contentId, onUpdate));

  textOf: ReplicaApi['textOf'] = async (contentId, format) => {
    const state = await (await this.requireWorkspace()).texts.state(contentId);
    return FORMATS[format](state);
  };

  search: ReplicaApi['search'] = async (question, options) =>
    this.inForeground((await this.requireWorkspace()).search.search(question, options));

  async recordingBlob(recordingId: string): Promise<Blob | null> {
    return recordingBlob((await this.requireWorkspace()).device, recordingId);
  }

  image: ReplicaApi['image'] = async (contentId, imageId) =>
    (await this.requireWorkspace()).images.read(contentId, imageId);

  file: ReplicaApi['file'] = async (id, version) => (await this.requireWorkspace()).files.read(id, version);

  async outboxFile(id: string): Promise<{ name: string; blob: Blob } | null> {
    const { device, documents } = await this.requireWorkspace();
    return outboxFile(
      device,
      documents,
      (contentId) => this.textOf(contentId, 'markdown'),
      (state) => markdownOfState(fromBase64(state)),
      id,
    );
  }

  salvagedFile(): Promise<{ name: string; blob: Blob } | null> {
    return Promise.resolve(this.services.recovery.salvagedFile());
  }

  async hint(event: 'online' | 'offline' | 'focus' | 'hidden'): Promise<void> {
    this.services.lock.checkLease().catch(this.environment.report);
    if (event !== 'offline' && event !== 'hidden') {
      this.services.removal.handover.retry();
      this.services.left.run.retry();
    }
    if (event === 'focus' || event === 'hidden') this.isVisible = event === 'focus';
    const workspace = this.workspace$.value;
    if (!workspace) return;
    workspace.setVisible(this.isVisible);
    if (event === 'hidden') await workspace.texts.compactOpen();
    else workspace.hint(event);
  }

  async refresh(): Promise<boolean> {
    return (await this.requireWorkspace()).refresh();
  }

  async setPaused(paused: boolean): Promise<void> {
    await (await this.requireWorkspace()).setPaused(paused);
  }

  async storage(): Promise<StorageReport> {
    return storageReport((await this.requireWorkspace()).device, this.environment);
  }

  startOver(): Promise<void> {
    return this.services.queue.run(() => this.services.slot.deleteBroken());
  }

  switchCompany(companyId: string): Promise<Account> {
    return this.services.queue.run(async () => {
      const before = this.account$.value;
      if (!before) throw new CallError('USER_NOT_LOGIN');
      // the old company's data must not be sent with the new company's session
      await this.services.slot.close();
      try {
        await this.services.core.session.call(sessionCalls.setDefaultCompany, { companyId });
        return await this.services.signIn.userReceived(await this.services.core.session.call(sessionCalls.my, {}));
      } catch (error) {
        await this.services.accountSwitch.openAccount(before);
        throw error;
      }
    });
  }

  logout({ force }: { force: boolean }): Promise<void> {
    return this.services.queue.run(async () => {
      const account = this.workspace$.value?.account ?? (this.services.lock.isClosed ? this.account$.value : null);
      if (account && !force && (await this.countUnsynced(account)) > 0) throw new CallError('DEVICE_HAS_UNSENT');
      await this.services.removal.signOut(account);
    });
  }

  async lock(action: LockAction): Promise<void> {
    if (action.do === 'openLeft') return this.services.left.unlock(action.companyId, action.pin);
    // `contact` asks the server outside the queue: opening the account it may lead to is queued by itself
    return action.do === 'contact'
      ? this.services.lock.run(action)
      : this.services.queue.run(() => this.services.lock.run(action));
  }

  /** The user waits for an answer, or has just received one: background work gives way. */
  private userWaits(): void {
    this.workspace$.value?.userWaits();
  }

  private inForeground<T>(answer: Promise<T>): Promise<T> {
    this.userWaits();
    return answer.finally(() => this.userWaits());
  }

  /**
   * The workspace, after queued opening, locking or unlocking has ended. Throws if none is open then, or another
   * account's is: a command meant for one organization must not run in another.
   */
  private async requireWorkspace(): Promise<Workspace> {
    const asked = this.account$.value;
    if (!this.workspace$.value) await this.services.queue.idle;
    const workspace = this.workspace$.value;
    const isAnother =
      asked !== null && (workspace?.account.userId !== asked.userId || workspace.account.companyId !== asked.companyId);
    if (!workspace || isAnother)
      throw new CallError(
        this.services.lock.isClosed
          ? 'DEVICE_LOCKED'
          : this.services.recovery.isDeleted
            ? 'DEVICE_STORAGE_DELETED'
            : 'USER_NOT_LOGIN',
      );
    return workspace;
  }

  /** Things that are on this device only; while it is locked, as the loss counter noted them last. */
  private async countUnsynced(account: Account): Promise<number> {
    const workspace = this.workspace$.value;
    if (workspace) return workspace.countUnsynced();
    const noted = readLossCount(
      this.environment.lossCounter ?? noLossCounter,
      accountKey(account.userId, account.companyId),
    );
    return noted ? sumOf(noted.unsent) : 0;
  }

  private async openAccounts(): Promise<void> {
    if (this.services.core.accounts.isOpen()) return;
    try {
      await this.services.core.accounts.open();
    } catch (cause) {
      // the database may be deleted by the person; the server then tells again who is signed in
      this.services.slot.databasesBroken([this.services.core.accounts.name]);
      throw new BrokenStorage([this.services.core.accounts.name], 0, cause);
    }
  }
}
