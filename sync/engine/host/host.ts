/**
 * What the page talks to: one account's workspace at a time, opened, switched and erased.
 *
 *   open ──► (unfinished erasures) ──► who was signed in here? ──► workspace            no server needed
 *     └ refresh: GET /user/my ──► the same: go on ── another: switch ── 401: stay readable, signed out
 *
 *     └ its answer says of which companies they are a member: copies of others are handed over and erased (handover/left-run). No failure and
 *       no other answer erases one
 *
 *     └ a lock (lock/gate): the account is known, and its workspace opens with the key
 *
 *   databases deleted under it ──► what is in memory is kept ──► new databases, with it ──► workspace      nothing is claimed meanwhile
 *
 *   logout, a revoked device: forget + note for erasure (one step) ──► close ──► erase ──► end the session, now or at the next contact
 *     └ a device that is to hand over: covered, closed ──► what was never sent goes into quarantine ──► erased. Locked: after it was unlocked
 *     └ a session that ended otherwise: covered until the sign-in, nothing is erased
 */
import { BehaviorSubject, combineLatest, distinctUntilChanged, of, switchMap, NEVER, type Observable } from 'rxjs';
import { CallError } from '../../protocol/errors';
import { NoAnswerError } from '../../protocol/client';
import { HANDOVER } from '../../protocol/handover';
import { sessionCalls, type Ending, type MyUser } from '../../protocol/session';
import { htmlOfState, markdownOfState, textOfState } from '../../merge/note-text';
import { fromBase64 } from '../../merge/yjs';
import { sameValue } from '../../merge/values';
import type { CollectionName } from '../../model/registry';
import { accountKey } from '../storage/account-key';
import { accountOf, AccountsDatabase } from '../account/accounts';
import type { AccountId, Account } from '../storage/account';
import { erasePending, erasuresOf } from '../account/erase';
import type { LiveQuery, ReplicaApi, StorageReport, StorageState } from './api';
import type { Channel } from '../storage/broadcast';
import { runCommand } from '../outbox/commands/run';
import { pause } from '../connection/backoff';
import { createSession, type Session } from '../connection/session';
import type { Environment } from '../storage/environment';
import { HandoverRun } from '../account/handover/handover-run';
import { noteLeft, type HandedOverCounts, type LeftNotice } from '../outbox/left-notices';
import { LeftRun, type LockedCopy } from '../account/handover/left-run';
import { BrokenStorage, deleteDatabases } from '../storage/integrity/broken-storage';
import { isEmpty, restoreRows, salvageFile, type Salvage } from '../storage/integrity/salvage';
import { noLossCounter, readLossCount, sumOf } from '../storage/integrity/loss-counter';
import { liveQuery } from './live/live-query';
import { ActiveLists } from './live/active-lists';
import { outboxFile } from '../outbox/outbox-file';
import { storageReport } from './live/storage';
import { holdOpen, watchOthers } from '../storage/tab-presence';
import { LockController } from '../account/lock/lock-controller';
import { tryPin, wrongPin } from '../account/lock/pin-attempt';
import type { LockAction } from '../account/lock/state';
import { recordingBlob } from '../recording/bytes';
import { CorrectedClock } from '../storage/clock';
import { dexieOptions, Workspace } from './workspace';
import type { SyncStatus } from '../storage/status';
import { KeyStore, type UnlockedKey } from '../storage/sealing/keys';

export interface ReplicaHost {
  api: ReplicaApi;
  /** Folds what is typed and closes everything; for tests and for a worker that is about to end. */
  close(): Promise<void>;
}

/** milliseconds after it was told in which a device hands over; the server has the last word */
const HANDOVER_MS = HANDOVER.days * 24 * 60 * 60_000;
/** Times that new databases are tried after a deletion while everything else waits. */
const RESTORES = 20;
/** milliseconds between two of them: a browser that clears the data of a site refuses to open any until it is done */
const RESTORE_MS = 250;
/** milliseconds between tries from then on */
const RESTORE_LATE_MS = 5_000;

const NOTHING_OPEN: SyncStatus = {
  connection: { state: 'starting' },
  leader: false,
  firstSync: false,
  firstSyncDocuments: 0,
  firstSyncTotal: 0,
  waiting: { documents: 0, texts: 0, calls: 0, recordings: 0 },
  sending: null,
  attention: 0,
  recovered: 0,
  local: 0,
  kept: 0,
  lastSyncAt: 0,
};

export function createReplicaHost(environment: Environment): ReplicaHost {
  const host = new Host(environment);
  return { api: host, close: () => host.close() };
}

class Host implements ReplicaApi {
  private readonly accounts: AccountsDatabase;
  private readonly session: Session;
  private readonly workspace$ = new BehaviorSubject<Workspace | null>(null);
  private readonly account$ = new BehaviorSubject<Account | null>(null);
  /** other tabs signed in, out or over */
  private readonly channel: Channel<'changed'>;
  /** opening, switching and leaving happen one after another */
  private turn: Promise<unknown> = Promise.resolve();
  /** what the server said last of who is signed in, and when (device milliseconds) */
  private met: { account: Account; at: number } | null = null;
  /** databases that could not be opened */
  private broken: string[] = [];
  private readonly gate: LockController;
  private readonly onScreen = new ActiveLists();
  private readonly storage$ = new BehaviorSubject<StorageState>({ state: 'whole' });
  /** what was in memory when the databases were deleted */
  private salvaged: Salvage | null = null;
  /** documents that screens show, as they were told last, by live query */
  private readonly shown = new Map<symbol, { collection: CollectionName; documents: unknown[] }>();
  /** says to other workers that this one no longer has the databases open */
  private letGo = (): void => {};
  private readonly ended = new AbortController();
  private readonly handover: HandoverRun;
  private readonly leftRun: LeftRun;
  private readonly leftLocked$ = new BehaviorSubject<LockedCopy[]>([]);
  /** what a workspace that is not open yet is to say of organizations that were left */
  private leftNotices: (LeftNotice & { userId: string })[] = [];

  constructor(private readonly environment: Environment) {
    this.accounts = new AccountsDatabase(environment.prefix, dexieOptions(environment));
    this.session = createSession({
      fetch: environment.fetch,
      locks: environment.locks,
      clock: new CorrectedClock(environment.deviceNow),
      origin: environment.origin,
      renewedAt: { read: () => this.accounts.renewedAt(), write: (at) => this.accounts.renewed(at) },
      onRevoked: (ending) => {
        void this.revoked(ending);
      },
    });
    this.gate = new LockController(environment, dexieOptions(environment), this.accounts, {
      leave: () => this.leave(),
      enter: (account) => this.enter(account),
      inTurn: (work) => this.inTurn(work),
      meet: () => this.meet(),
      call: this.session.call,
    });
    this.handover = new HandoverRun(environment, dexieOptions(environment), this.accounts, this.ended.signal, {
      call: this.session.call,
      meet: () => this.meet(),
      inTurn: (work) => this.inTurn(work),
      erase: (account, handedOver) => this.eraseRevoked(account, handedOver),
      progress: (progress) => this.gate.handOver(progress),
    });
    this.leftRun = new LeftRun(environment, dexieOptions(environment), this.accounts, this.ended.signal, {
      call: this.session.call,
      inTurn: (work) => this.inTurn(work),
      erase: (account, counts) => this.eraseLeft(account, counts),
      locked: (copies) => this.leftLocked$.next(copies),
    });
    this.channel = environment.openChannel<'changed'>(`${environment.prefix}satchel-account`, () => {
      this.inTurn(() => this.follow()).catch(environment.report);
    });
  }

  open({ refresh, projectId }: { refresh: boolean; projectId?: string | undefined }): Promise<Account | null> {
    if (projectId !== undefined) this.onScreen.expect(projectId);
    return this.inTurn(async () => {
      await this.openAccounts();
      await erasePending(this.accounts, this.environment);
      await this.sayErased();
      await this.endSession();
      const known = await this.accounts.current();
      const account = refresh || !known ? await this.signedIn(known) : known;
      if (!account) {
        await this.leave();
        this.account$.next(null);
        return null;
      }
      await this.enter(account);
      await erasePending(this.accounts, this.environment);
      if (this.gate.isClosed) void this.gate.look().catch(this.environment.report);
      return account;
    });
  }

  async live(
    query: LiveQuery,
    onValue: (value: unknown) => void,
    onError: (error: unknown) => void = () => {},
  ): Promise<() => void> {
    const values =
      query.kind === 'account'
        ? this.account$.pipe(distinctUntilChanged(sameValue))
        : query.kind === 'lock'
          ? this.gate.state$.pipe(distinctUntilChanged(sameValue))
          : query.kind === 'storage'
            ? this.storage$.pipe(distinctUntilChanged(sameValue))
            : query.kind === 'leftLocked'
              ? this.leftLocked$.pipe(distinctUntilChanged(sameValue))
              : query.kind === 'mark'
                ? this.marks(query)
                : this.workspace$.pipe(
                    switchMap((workspace) =>
                      workspace
                        ? liveQuery(workspace.sources, query)
                        : query.kind === 'status'
                          ? of(NOTHING_OPEN)
                          : NEVER,
                    ),
                  );
    const left = this.onScreen.entered(query);
    this.workspace$.value?.asked();
    let answered = false;
    const told = Symbol(query.kind);
    const subscription = values.subscribe({
      next: (value) => {
        onValue(value);
        if (query.kind === 'one' || query.kind === 'find')
          this.shown.set(told, {
            collection: query.collection,
            documents: [value].flat().filter((document) => document !== null),
          });
        if (answered) return;
        answered = true;
        this.workspace$.value?.asked();
      },
      error: (error: unknown) => {
        this.environment.report(error);
        onError(error);
      },
    });
    return () => {
      left();
      this.shown.delete(told);
      subscription.unsubscribe();
    };
  }

  /** Where a document is; once the databases are deleted, nothing is said to be on this device. */
  private marks(query: Extract<LiveQuery, { kind: 'mark' }>): Observable<unknown> {
    return combineLatest([this.workspace$, this.storage$]).pipe(
      switchMap(([workspace, { state }]) =>
        state === 'deleted' ? of('attention') : workspace ? liveQuery(workspace.sources, query) : NEVER,
      ),
    );
  }

  run: ReplicaApi['run'] = async (name, input) => runCommand((await this.present()).context, name, input);

  openText: ReplicaApi['openText'] = async (contentId, onUpdate) =>
    this.first((await this.present()).texts.openText(contentId, onUpdate));

  async textOf(contentId: string, format: 'text' | 'markdown' | 'html'): Promise<string> {
    const state = await (await this.present()).texts.state(contentId);
    return format === 'text' ? textOfState(state) : format === 'markdown' ? markdownOfState(state) : htmlOfState(state);
  }

  search: ReplicaApi['search'] = async (question, options) =>
    this.first((await this.present()).search.search(question, options));

  async recordingBlob(recordingId: string): Promise<Blob | null> {
    return recordingBlob((await this.present()).device, recordingId);
  }

  async outboxFile(id: string): Promise<{ name: string; blob: Blob } | null> {
    const { device, documents } = await this.present();
    return outboxFile(
      device,
      documents,
      (contentId) => this.textOf(contentId, 'markdown'),
      (state) => markdownOfState(fromBase64(state)),
      id,
    );
  }

  salvagedFile(): Promise<{ name: string; blob: Blob } | null> {
    return Promise.resolve(this.salvaged && { name: 'satchel.md', blob: salvageFile(this.salvaged, markdownOfState) });
  }

  async hint(event: 'online' | 'offline' | 'focus' | 'hidden'): Promise<void> {
    this.gate.look().catch(this.environment.report);
    if (event !== 'offline' && event !== 'hidden') {
      this.handover.retry();
      this.leftRun.retry();
    }
    const workspace = this.workspace$.value;
    if (!workspace) return;
    if (event === 'hidden') await workspace.texts.foldOpen();
    else workspace.hint(event);
  }

  async look(): Promise<boolean> {
    return (await this.present()).look();
  }

  async setPaused(paused: boolean): Promise<void> {
    await (await this.present()).setPaused(paused);
  }

  async storage(): Promise<StorageReport> {
    return storageReport((await this.present()).device, this.environment);
  }

  startOver(): Promise<void> {
    return this.inTurn(async () => {
      await deleteDatabases(this.broken, dexieOptions(this.environment));
      this.broken = [];
    });
  }

  switchCompany(companyId: string): Promise<Account> {
    return this.inTurn(async () => {
      const before = this.account$.value;
      if (!before) throw new CallError('USER_NOT_LOGIN');
      // the old company's data must not be sent with the new company's session
      await this.leave();
      try {
        await this.session.call(sessionCalls.setDefaultCompany, { companyId });
        return await this.arrive(await this.session.call(sessionCalls.my, {}));
      } catch (error) {
        await this.enter(before);
        throw error;
      }
    });
  }

  logout({ force }: { force: boolean }): Promise<void> {
    return this.inTurn(async () => {
      const workspace = this.workspace$.value;
      const account = workspace?.account ?? (this.gate.isClosed ? this.account$.value : null);
      if (account && !force && (await this.onlyHere(account)) > 0) throw new CallError('DEVICE_HAS_UNSENT');
      if (account) await this.erase(account, true);
      await this.endSession();
    });
  }

  lock(action: LockAction): Promise<void> {
    if (action.do === 'openLeft') return this.openLeft(action.companyId, action.pin);
    // asking the server opens what it may, in its turn
    return action.do === 'contact' ? this.gate.run(action) : this.inTurn(() => this.gate.run(action));
  }

  async close(): Promise<void> {
    this.ended.abort();
    await Promise.all([this.handover.end(), this.leftRun.end()]);
    return this.inTurn(async () => {
      await this.leave();
      this.gate.close();
      this.channel.close();
      this.accounts.close();
    });
  }

  /** A question of people: what fills the background gives way to it. */
  private first<T>(answer: Promise<T>): Promise<T> {
    const asked = (): void => this.workspace$.value?.asked();
    asked();
    return answer.finally(asked);
  }

  /** The workspace, once what is being opened, locked or unlocked now is. Throws where nothing is open then, or another account is: what was meant for one organization must not land in another. */
  private async present(): Promise<Workspace> {
    const asked = this.account$.value;
    if (!this.workspace$.value) await this.turn;
    const workspace = this.workspace$.value;
    const isAnother =
      asked !== null && (workspace?.account.userId !== asked.userId || workspace.account.companyId !== asked.companyId);
    if (!workspace || isAnother)
      throw new CallError(
        this.gate.isClosed
          ? 'DEVICE_LOCKED'
          : this.storage$.value.state === 'deleted'
            ? 'DEVICE_STORAGE_DELETED'
            : 'USER_NOT_LOGIN',
      );
    return workspace;
  }

  /** Things that are on this device only; while it is locked, as they were when it was locked. */
  private async onlyHere(account: Account): Promise<number> {
    const workspace = this.workspace$.value;
    if (workspace) return workspace.onlyHere();
    const said = readLossCount(
      this.environment.lossCounter ?? noLossCounter,
      accountKey(account.userId, account.companyId),
    );
    return said ? sumOf(said.unsent) : 0;
  }

  private async openAccounts(): Promise<void> {
    if (this.accounts.isOpen()) return;
    try {
      await this.accounts.open();
    } catch (cause) {
      // who is signed in is the server's to say again: nothing is lost with it
      this.broken = [this.accounts.name];
      throw new BrokenStorage(this.broken, 0, cause);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Who the server says is signed in; without an answer, who was. A session that ended leaves the known account readable. */
  private async signedIn(known: Account | null): Promise<Account | null> {
    if (await this.accounts.mustEndSession()) return null;
    try {
      return await this.remember(await this.session.call(sessionCalls.my, {}));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // revoked meanwhile: forgotten in `revoked`
      return error instanceof NoAnswerError || error.status >= 400 ? ((await this.accounts.current()) ?? null) : known;
    }
  }

  private async remember(user: MyUser): Promise<Account> {
    const account = accountOf(user);
    this.met = { account, at: this.environment.deviceNow() };
    if (await this.accounts.mustEndSession()) await this.accounts.sessionEnded();
    const before = await this.accounts.current();
    await this.signedInAgain(account);
    const { left, joined } = await this.memberships(user);
    // before the gate turns to another account
    for (const each of left) {
      const key = this.gate.keyOf(each);
      if (key) this.leftRun.unlocked(each, key);
    }
    await this.accounts.noteLeft(
      left.map((each) => ({
        userId: each.userId,
        companyId: each.companyId,
        until: this.environment.deviceNow() + HANDOVER_MS,
      })),
      joined,
    );
    await this.accounts.signedIn(account);
    this.gate.take(account);
    await this.gate.contacted();
    if (left.length > 0 || before?.userId !== account.userId || before.companyId !== account.companyId)
      this.channel.post('changed');
    return account;
  }

  /** Accounts of a person on this device, by whether the server says that they are a member of the company. An answer without that tells nothing. */
  private async memberships({ id, memberOf }: MyUser): Promise<{ left: AccountId[]; joined: AccountId[] }> {
    if (!memberOf) return { left: [], joined: [] };
    const all = (await this.accounts.ofUser(id)).filter(({ companyId }) => companyId !== '');
    return {
      left: all.filter(({ companyId }) => !memberOf.includes(companyId)),
      joined: all.filter(({ companyId }) => memberOf.includes(companyId)),
    };
  }

  /** The server said who is signed in: theirs is kept and opened, and what they left is erased. */
  private async arrive(user: MyUser): Promise<Account> {
    const account = await this.remember(user);
    await this.enter(account);
    await erasePending(this.accounts, this.environment);
    return account;
  }

  private async enter(account: Account): Promise<void> {
    if (this.salvaged && this.salvaged.userId !== account.userId) this.forgetSalvaged();
    const { handover, signedOut } = await this.accounts.sessionEnd();
    if (handover?.userId === account.userId) return this.depart(account);
    // it was cancelled, here or in another tab, whose attempt may still have had the databases open
    await this.handover.cancel();
    this.gate.handOver(null);
    const open = this.workspace$.value;
    if (signedOut === account.userId) {
      await this.leftRun.cancel();
      this.gate.take(account);
      this.gate.signedOut({ isClosed: !open });
      if (!open) this.account$.next({ ...account });
      return;
    }
    if (open && open.account.userId === account.userId && open.account.companyId === account.companyId) {
      if (!sameValue(open.account, account)) {
        Object.assign(open.account, account);
        this.account$.next({ ...account });
      }
      await this.gate.update(account);
      this.leftRun.start(account.userId);
      return;
    }
    // it may have the databases open of an organization that its person joined again
    await this.leftRun.cancel();
    await this.leave({ erase: open !== null && !(await this.accounts.has(open.account)) });
    const workspace = await this.opened(account);
    // a copy: the workspace's own changes in place, and what changed in place would not be told
    this.account$.next({ ...account });
    if (workspace) this.workspace$.next(workspace);
    this.leftRun.start(account.userId);
  }

  /** null: its lock or its lease keeps it closed. */
  private async opened(account: Account): Promise<Workspace | null> {
    const admitted = this.gate.take(account) ? await this.gate.admit(account) : { unlocked: null };
    if (!admitted) return null;
    try {
      return await this.openWith(account, admitted.unlocked);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'DEVICE_LOCKED') throw error;
      const again = await this.gate.admit(account);
      return again && this.openWith(account, again.unlocked);
    }
  }

  private async openWith(account: Account, unlocked: UnlockedKey | null): Promise<Workspace> {
    const scope = this.environment.prefix + accountKey(account.userId, account.companyId);
    const held = await holdOpen(this.environment.locks, scope);
    // from now on: one that ends while this one opens is missed by nobody
    let workspace: Workspace | null = null;
    let missed = false;
    let gone = false;
    const endWatch = watchOthers(this.environment, scope, held.name, () => {
      missed = true;
      workspace?.otherEnded();
    });
    this.letGo = () => {
      endWatch();
      held.letGo();
    };
    try {
      workspace = await Workspace.open(
        account,
        this.environment,
        this.accounts,
        {
          revoked: (ending) => {
            void this.revoked(ending);
          },
          user: (user) => {
            this.inTurn(() => this.heard(account, user)).catch(this.environment.report);
          },
          contact: () => {
            this.gate.contacted().catch(this.environment.report);
          },
          onScreen: () => this.onScreen.spaces,
          deleted: () => {
            gone = true;
            if (workspace && this.workspace$.value === workspace) this.deleted(workspace);
          },
        },
        unlocked,
        this.met?.account === account ? this.met.at : null,
      );
      if (missed) workspace.otherEnded();
      await this.writeSalvaged(workspace);
      await this.writeLeftNotices(workspace);
      if (!gone) return workspace;
      await workspace.close({ erase: true });
      throw new CallError('DEVICE_STORAGE_BROKEN', { message: 'deleted while it was opened' });
    } catch (error) {
      this.letGo();
      if (error instanceof BrokenStorage) this.broken = error.names;
      throw error;
    }
  }

  private async leave(options: { erase?: boolean } = {}): Promise<void> {
    const workspace = this.workspace$.value;
    if (!workspace) return;
    this.workspace$.next(null);
    await workspace.close(options);
    this.letGo();
    if (options.erase) this.forgetWitness([workspace.account]);
  }

  /**
   * A database was deleted under a workspace. What is in memory is taken at once, and nothing is claimed any more; then the databases are
   * made anew. Where another tab erases the account this one leaves it, too.
   */
  private deleted(workspace: Workspace): void {
    if (this.storage$.value.state === 'deleted') return;
    const salvaged = workspace.salvage([...this.shown.values()]);
    const isErased = this.accounts.has(workspace.account).then(
      (known) => !known,
      () => false,
    );
    isErased
      .then((erased) => {
        if (erased) return this.inTurn(() => this.follow());
        this.salvaged = salvaged;
        this.storage$.next({ state: 'deleted', at: this.environment.deviceNow(), isHeld: !isEmpty(salvaged) });
        return this.restore(workspace.account);
      })
      .catch(this.environment.report);
  }

  /** Makes the databases anew, however long the browser refuses. Where a lock has to be set up first, what is in memory waits for that. */
  private async restore(account: Account): Promise<void> {
    const { signal } = this.ended;
    const mayGoOn = (): boolean => !signal.aborted && this.storage$.value.state === 'deleted';
    await this.inTurn(() => this.leave({ erase: true }));
    for (let tries = RESTORES; mayGoOn(); tries = 1) {
      try {
        await this.inTurn(async () => {
          if (mayGoOn()) await this.enterAnew(account, tries);
        });
        return;
      } catch (error) {
        if (tries > 1) this.environment.report(error);
        await pause(RESTORE_LATE_MS, signal);
      }
    }
  }

  private async enterAnew(account: Account, tries: number): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.accounts.reopen();
        await this.accounts.signedIn(account);
        return await this.enter(account);
      } catch (error) {
        if (attempt === tries || this.ended.signal.aborted) throw error;
        await pause(RESTORE_MS, this.ended.signal);
      }
    }
  }

  /** Writes what was in memory when the databases were deleted into those of a workspace of the same account. */
  private async writeSalvaged(workspace: Workspace): Promise<void> {
    const storage = this.storage$.value;
    if (storage.state !== 'deleted' || !this.salvaged) return;
    const { userId, companyId, documents } = this.salvaged;
    if (workspace.account.userId !== userId || workspace.account.companyId !== companyId) return;
    await restoreRows(workspace.documents, documents);
    this.storage$.next({ ...storage, state: 'restored' });
  }

  /** Nothing of an account stays in memory once it is erased. */
  private forgetSalvaged(): void {
    this.salvaged = null;
    this.storage$.next({ state: 'whole' });
  }

  /** The server said who is signed in, while `asked` was open: newer names and rights, or another account altogether. */
  private async heard(asked: Account, user: MyUser): Promise<void> {
    if (this.workspace$.value?.account !== asked) return;
    if (sameValue(accountOf(user), asked) && (await this.isKnown(user))) return;
    await this.arrive(user);
  }

  /** Whether what the server says of memberships is noted here. */
  private async isKnown(user: MyUser): Promise<boolean> {
    const noted = new Set((await this.accounts.leftBy(user.id)).map(({ companyId }) => companyId));
    const { left, joined } = await this.memberships(user);
    return left.every(({ companyId }) => noted.has(companyId)) && !joined.some(({ companyId }) => noted.has(companyId));
  }

  /** Opens the copy of an organization that was left by its PIN. Throws DEVICE_PIN_WRONG and DEVICE_PIN_BLOCKED. */
  private async openLeft(companyId: string, pin: string): Promise<void> {
    const userId = this.account$.value?.userId;
    if (userId === undefined) throw new CallError('USER_NOT_LOGIN');
    const store = new KeyStore(this.environment.prefix, userId, companyId, dexieOptions(this.environment));
    const { lock } = await store.read();
    const { key, left } = await tryPin(store, pin, this.environment.deviceNow(), false);
    if (!key || !lock) throw wrongPin(left);
    this.leftRun.unlocked({ userId, companyId }, { generation: lock.generation, key });
    this.leftRun.start(userId);
  }

  /** The unsent work of an organization that was left is in quarantine, or lost: the workspace that goes on says so, and the copy is erased. */
  private async eraseLeft({ userId, companyId }: AccountId, { taken, leftOut }: HandedOverCounts): Promise<void> {
    const account = { userId, companyId };
    if (taken > 0 || leftOut > 0) {
      this.leftNotices.push({ userId, companyId, name: await this.accounts.organizationName(account), taken, leftOut });
      await this.writeLeftNotices();
    }
    if (!(await this.accounts.forgetLeft(account, erasuresOf([account], this.environment.prefix)))) return;
    this.forgetWitness([account]);
    this.channel.post('changed');
    await erasePending(this.accounts, this.environment);
  }

  private async writeLeftNotices(workspace = this.workspace$.value): Promise<void> {
    if (!workspace) return;
    const { userId } = workspace.account;
    for (const notice of this.leftNotices)
      if (notice.userId === userId)
        await noteLeft(workspace.device, {
          companyId: notice.companyId,
          name: notice.name,
          taken: notice.taken,
          leftOut: notice.leftOut,
        });
    this.leftNotices = [];
  }

  /** Asks the server who is signed in, for a device that is locked. Throws what came instead. */
  private async meet(): Promise<void> {
    const user = await this.session.call(sessionCalls.my, {}, { timeout: 5_000 });
    await this.inTurn(() => this.arrive(user));
  }

  /** Another tab changed who is signed in. */
  private async follow(): Promise<void> {
    const account = await this.accounts.current();
    // what was deleted says nothing of who is signed in
    if (!account && this.storage$.value.state === 'deleted') return;
    if (account) await this.enter(account);
    else {
      await this.leave({ erase: true });
      this.forgetSalvaged();
      this.gate.forget();
      this.account$.next(null);
    }
  }

  /** The server ended the session. With `wipe` this device forgets everything of the person; with `handover` after what was never sent is in quarantine. */
  private async revoked({ wipe, handover }: Ending): Promise<void> {
    await this.inTurn(async () => {
      if (this.ended.signal.aborted) return;
      const account = this.workspace$.value?.account ?? (await this.accounts.current());
      if (!account) return;
      if (!wipe) {
        if ((await this.accounts.sessionEnd()).signedOut === account.userId) return;
        await this.accounts.keepSignedOut(account.userId);
        this.channel.post('changed');
        return this.enter(account);
      }
      if (!handover) return this.eraseRevoked(account);
      if (!(await this.accounts.sessionEnd()).handover) {
        await this.accounts.keepHandover({ userId: account.userId, until: this.environment.deviceNow() + HANDOVER_MS });
        this.channel.post('changed');
      }
      await this.depart(account);
    }).catch(this.environment.report);
  }

  /** Ends what waited for a sign-in: a pending handover is cancelled, covered screens open. Another person's pending handover is erased: its session cookie is gone. */
  private async signedInAgain(account: Account): Promise<void> {
    const { handover, signedOut } = await this.accounts.sessionEnd();
    if (handover) {
      if (handover.userId !== account.userId) {
        const others = await this.accounts.ofUser(handover.userId);
        await this.accounts.forget(others, erasuresOf(others, this.environment.prefix), { others: true });
        this.forgetWitness(others);
      }
      await this.accounts.keepHandover(null);
    }
    if (signedOut === null) return;
    await this.accounts.keepSignedOut(null);
    this.gate.signedOut(false);
  }

  /** Covers and closes everything, and hands over. Stays locked where the key is not in memory; erases where it will not come any more. */
  private async depart(account: Account): Promise<void> {
    if (this.handover.isRunning) return;
    await this.leftRun.cancel();
    this.leftRun.forget();
    this.gate.take(account);
    this.gate.handOver({ sent: 0, of: 0, isWaiting: false });
    await this.leave();
    this.account$.next({ ...account });
    const admitted = await this.gate.admit(account);
    if (!admitted) {
      if (this.gate.state$.value.state === 'locked' && (await this.mayHaveUnsent(account))) return;
      return this.eraseRevoked(account);
    }
    this.handover.start(account, admitted.unlocked);
  }

  private async mayHaveUnsent({ userId }: Account): Promise<boolean> {
    const said = (await this.accounts.ofUser(userId)).map((each) =>
      readLossCount(this.environment.lossCounter ?? noLossCounter, accountKey(each.userId, each.companyId)),
    );
    return said.some((witness) => witness === null || sumOf(witness.unsent) > 0);
  }

  /** @param handedOver things in quarantine */
  private async eraseRevoked(account: Account, handedOver = 0): Promise<void> {
    await this.accounts.noteSayErased(true);
    await this.erase(account, false, handedOver);
  }

  private async erase(account: Account, endSession: boolean, handedOver = 0): Promise<void> {
    await this.leftRun.cancel();
    this.leftRun.forget();
    const all = await this.accounts.ofUser(account.userId);
    await this.accounts.forget(all, erasuresOf(all.concat(account), this.environment.prefix), { endSession });
    this.channel.post('changed');
    await this.leave({ erase: true });
    this.forgetSalvaged();
    this.gate.forget();
    this.forgetWitness(all.concat(account));
    await erasePending(this.accounts, this.environment);
    await this.sayErased();
    // last: the page leaves when it hears this, and this worker goes with it
    if (handedOver > 0) this.gate.erased({ sent: handedOver, of: handedOver, isWaiting: false });
    else this.account$.next(null);
  }

  /** What was erased was not lost. */
  private forgetWitness(accounts: AccountId[]): void {
    for (const { userId, companyId } of accounts)
      this.environment.lossCounter?.write(accountKey(userId, companyId), null);
  }

  /** Tells the server that ended this session that nothing of it is left here; again at the next start where it could not be told. */
  private async sayErased(): Promise<void> {
    if (!(await this.accounts.mustSayErased())) return;
    try {
      await this.session.call(sessionCalls.erased, {}, { timeout: 5_000 });
      await this.accounts.noteSayErased(false);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!(error instanceof NoAnswerError) && error.status < 500) await this.accounts.noteSayErased(false);
    }
  }

  /** Ends the session of somebody who left, as soon as the server can be reached. */
  private async endSession(): Promise<void> {
    if (!(await this.accounts.mustEndSession())) return;
    try {
      await this.session.call(sessionCalls.logout, {}, { timeout: 5_000 });
      await this.accounts.sessionEnded();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!(error instanceof NoAnswerError) && error.status < 500) await this.accounts.sessionEnded();
    }
  }
}
