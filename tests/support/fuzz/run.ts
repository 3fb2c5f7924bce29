/**
 * One run of the fuzz: people on several devices, a server, a network and a clock, all driven by the choices of one
 * seed. Every step is one act of a person, some messages, some time, a killed process, a document written by the
 * server, or a change of access.
 */
import type { KindName } from '../../../sync/model/kinds';
import { CallError } from '../../../sync/protocol/errors';
import type { PushAnswer } from '../../../sync/protocol/messages';
import { compare, differences } from './compare';
import { atRest } from './disk';
import { Browser } from './browser';
import { FuzzDevice } from './fuzz-device';
import { ServerFixture } from './server-fixture';
import { Oracle } from './oracle';
import { cutAnswer, Network, type Flight } from './network';
import { ACT_NAMES, People, type ActName } from './people';
import { Choices } from './random';
import type { Servers } from './servers';
import { VirtualTime } from './virtual-time';
import { World } from './world';

const HAPPENINGS = [
  'refusedActs',
  'kills',
  'killsOfTabs',
  'killsUnsent',
  'killsUnanswered',
  'killsInAnAct',
  'lost',
  'cut',
  'dropped',
  'doubled',
  'late',
  'delayed',
  'reordered',
  'together',
  'streamsBroken',
  'conflictVersions',
  'rejectedChanges',
  'conflicts',
  'rejected',
  'access',
  'made',
  'effects',
] as const;
export type Done = Record<(typeof HAPPENINGS)[number] | ActName, number>;
export const nothingDone = (): Done =>
  Object.fromEntries([...HAPPENINGS, ...ACT_NAMES].map((name) => [name, 0])) as Done;

/** virtual milliseconds after the network has recovered within which everything must be synced */
const BOUND_MS = 5 * 60_000;
/** the same for the last changes of others: more than a poll of a device without a stream, less than a safety poll */
const ARRIVAL_MS = 2 * 60_000;
const CALM_MS = 50_000;
const STEPS = 70;
/** RxDB's open core supports thirteen collections per process: each device opens the stores of its kinds. */
/** `tabs`: the first two of them are tabs of one browser. */
const SHAPES: readonly { people: string[]; tabs?: true; collections: KindName[] }[] = [
  { people: ['ann', 'ann', 'ben', 'cho'], collections: ['projects', 'notes', 'noteContents'] },
  { people: ['ann', 'ann', 'ben'], tabs: true, collections: ['projects', 'notes', 'noteContents', 'meetings'] },
  { people: ['ann', 'ben'], collections: ['projects', 'notes', 'noteContents', 'meetings', 'transcripts'] },
  { people: ['ann', 'ann', 'ben'], collections: ['preferences', 'projects', 'projectItems', 'notifications'] },
  {
    people: ['ann', 'ann'],
    collections: ['projects', 'notes', 'noteContents', 'meetings', 'transcripts', 'summaries'],
  },
  { people: ['ann', 'ann', 'ben'], collections: ['preferences', 'templates', 'terms', 'threads'] },
  { people: ['ann', 'ben', 'cho'], collections: ['projects', 'projectItems', 'notes', 'noteContents'] },
];

export interface Failure {
  seed: number;
  wrong: string[];
  story: string[];
}

export class Run {
  readonly done = nothingDone();
  readonly story: string[] = [];
  private readonly choices: Choices;
  private readonly fixture: ServerFixture;
  private readonly network: Network;
  private readonly time: VirtualTime;
  private readonly devices: FuzzDevice[];
  private readonly names: readonly KindName[];
  private readonly oracle = new Oracle();
  private readonly people: People;
  private readonly world: World;
  private readonly ids: string[];

  constructor(
    private readonly servers: Servers,
    readonly seed: number,
    private readonly steps = STEPS,
  ) {
    this.choices = new Choices(seed);
    this.fixture = new ServerFixture(servers.each, `c${seed}`);
    this.network = new Network({
      answer: async (path, init) => {
        const answer = await this.fixture.serve(path, init);
        if (process.env['FUZZ_TRACE']) this.tell(`    ${path} ${String(init.body)} ⇒ ${await answer.clone().text()}`);
        if (path.endsWith('/push')) this.count(JSON.parse(await answer.clone().text()) as Parameters<Run['count']>[0]);
        return answer;
      },
      listen: (who, write, ended) => this.fixture.listen(who, write, ended),
    });
    const chance = new Choices(seed ^ 0x5eed);
    const chanceOfLibraries = new Choices(seed ^ 0x11b0);
    this.time = new VirtualTime(
      Date.UTC(2026, 5, 1),
      () => this.network.serving > 0 || servers.busy(),
      () => chance.next(),
      () => chanceOfLibraries.next(),
    );
    this.fixture.clock = () => Math.round(this.time.now);
    const shape = SHAPES[seed % SHAPES.length]!;
    this.names = shape.collections;
    const person = (name: string): string => `${name}-${this.fixture.companyId}`;
    this.ids = [...new Set(shape.people.map(person))];
    const shared = shape.tabs && new Browser(`tabs-${this.fixture.companyId}-`, true);
    this.devices = shape.people.map(
      (name, i) =>
        new FuzzDevice(
          `${name}${i}-${this.fixture.companyId}`,
          person(name),
          [...shape.collections],
          this.network,
          this.time,
          // half of the devices pull all texts as differences, the others only long ones
          { stateMax: i % 2 === 0 ? 0 : 200 },
          shared && i < 2 ? shared : undefined,
        ),
    );
    this.people = new People(this.choices, this.oracle, this.ids, this.fixture.companyId, this.names);
    this.world = new World(this.fixture, this.choices, this.ids, this.names);
  }

  private count({ data }: { data?: Partial<PushAnswer> & { answers?: PushAnswer[] } }): void {
    for (const { conflicts, rejected } of data?.answers ?? (data ? [data] : [])) {
      this.done.conflicts += conflicts?.length ?? 0;
      this.done.rejected += rejected?.length ?? 0;
    }
  }

  /** Returns failures at the end; null if there is none. */
  async play(): Promise<Failure | null> {
    let wrong: string[] = [];
    this.time.install();
    try {
      await this.begin();
      for (let step = 0; step < this.steps; step += 1) await this.step();
      wrong = await this.end();
    } catch (error) {
      wrong = [`step failed: ${error instanceof Error ? error.stack : String(error)}`];
    } finally {
      await this.driven(Promise.allSettled(this.devices.map((device) => device.close()))).catch((error: unknown) =>
        wrong.push(String(error)),
      );
      this.fixture.close();
      await this.time.settle();
      this.time.restore();
    }
    return wrong.length > 0 ? { seed: this.seed, wrong, story: this.story } : null;
  }

  private async begin(): Promise<void> {
    for (const [i, id] of this.ids.entries())
      await this.fixture.setPerson(id, true, [`${this.fixture.companyId}-${['child', 'side', 'top'][i % 3]!}`]);
    for (const device of this.devices)
      if (this.choices.chance(0.3)) this.setSkew(device, (this.choices.next() - 0.5) * 6 * 86_400_000);
    const started = this.devices.map((device) => device.start());
    await this.driven(Promise.all(started));
    await this.driven(this.people.found(this.devices[0]!));
    await this.calm(1_000);
  }

  private tabsOf({ browser }: FuzzDevice): FuzzDevice[] {
    return this.devices.filter((device) => device.browser === browser);
  }

  /** Tabs have one clock. */
  private setSkew(device: FuzzDevice, ms: number): void {
    for (const tab of this.tabsOf(device)) tab.skew = ms;
  }

  /** Waits for a promise while messages are delivered and time passes. */
  private async driven<T>(promise: Promise<T>): Promise<T> {
    let open = true;
    const watched = promise.finally(() => {
      open = false;
    });
    watched.catch(() => undefined);
    for (let turn = 0; open; turn += 1) {
      await this.time.settle();
      if (!open) break;
      if (turn > 2_000)
        throw new Error(
          `a promise of the engine never ends; ` +
            `${this.network.flights.length} messages under way, ${this.network.serving} of them at the server`,
        );
      // on a busy machine, turns of the loop are faster than work in other threads
      if (turn > 200) await this.time.breathe();
      await this.network.flush();
      await this.time.settle();
      if (open) await this.time.pass(20);
    }
    return watched;
  }

  /** Runs with a working network for a while. */
  private async calm(ms: number): Promise<void> {
    const flush = async (): Promise<void> => {
      for (let i = 0; this.network.flights.length > 0 && i < 50; i += 1) {
        await this.network.flush();
        await this.time.settle();
      }
    };
    await this.time.settle();
    await flush();
    await this.time.pass(ms, flush);
  }

  private tell(line: string): void {
    this.story.push(line);
  }

  private async step(): Promise<void> {
    const device = this.choices.pick(this.devices);
    switch (
      this.choices.weighted({
        act: 40,
        message: 38,
        time: 12,
        poke: 2,
        broken: 2,
        kill: 3,
        killInFlight: 2,
        access: 3,
        clock: 1,
        make: 5,
      })
    ) {
      case 'act':
        return this.act(device);
      case 'message':
        return this.messages();
      case 'time':
        return this.time.pass(this.choices.pick([60, 60, 400, 1_500, 8_000]));
      case 'poke':
        this.network.poke(device.name, this.names);
        return this.time.pass(60);
      case 'broken':
        this.done.streamsBroken += 1;
        this.network.breakStreams(device.name);
        return;
      case 'kill':
        return this.kill(device);
      case 'killInFlight':
        return this.killInFlight();
      case 'access':
        return this.access();
      case 'clock':
        this.setSkew(device, device.skew + (this.choices.next() - 0.5) * 4 * 86_400_000);
        return;
      case 'make':
        return this.make();
    }
  }

  private async act(device: FuzzDevice): Promise<void> {
    await this.time.settle();
    // no two acts in one millisecond
    await this.time.pass(1);
    if (!device.workspace) return;
    const act = await this.people.decide(device);
    if (!act) return;
    this.done[act.name] += 1;
    this.tell(`${device.name} ${act.says}`);
    const promise = act.run().then(
      () => null,
      (error: unknown) => error,
    );
    // occasionally the process ends in the middle of an act; for tabs more often, as their unannounced writes are on a disk
    // that other tabs have open
    if (this.choices.chance(this.tabsOf(device).length > 1 ? 0.2 : 0.05)) {
      await this.time.turns(this.choices.below(25));
      this.done.killsInAnAct += 1;
      await this.kill(device);
      return;
    }
    const error = await this.driven0(promise);
    if (error instanceof CallError) {
      this.done.refusedActs += 1;
      this.tell(`  refused: ${error.code}`);
    } else if (error) throw error;
  }

  /** Waits for work that needs neither network nor virtual time. */
  private async driven0<T>(promise: Promise<T>): Promise<T> {
    let open = true;
    void promise.then(() => {
      open = false;
    });
    await this.time.settle();
    for (let i = 0; open && i < 20; i += 1) await this.time.pass(20);
    if (open) throw new Error('an edit waits for the network');
    return promise;
  }

  private async messages(): Promise<void> {
    for (let n = 1 + this.choices.below(6); n > 0; n -= 1) {
      const { flights, ghosts } = this.network;
      if (ghosts.length > 0 && this.choices.chance(0.3)) {
        this.done.late += 1;
        await this.network.deliverGhost(this.choices.pick(ghosts));
      } else if (flights.length > 1 && this.choices.chance(0.15)) {
        // in parallel, as the server handles them concurrently
        this.done.together += 1;
        await Promise.all(flights.filter((flight) => !flight.answer).map((flight) => this.network.deliver(flight)));
      } else if (flights.length > 0) {
        const at = this.choices.below(flights.length);
        if (at > 0) this.done.reordered += 1;
        await this.message(flights[at]!);
      }
      await (this.choices.chance(0.8) ? this.time.settle() : this.time.turns(this.choices.below(20)));
    }
  }

  private async message(flight: Flight): Promise<void> {
    const push = flight.path.endsWith('/push');
    if (!flight.answer) {
      const fate = this.choices.weighted({ arrives: 80, dropped: 7, doubled: 6, leaves: 4, stays: 3 });
      if (push && fate !== 'arrives') this.tell(`${flight.device} ${flight.path} ${fate}`);
      if (fate === 'dropped') {
        this.done.dropped += 1;
        flight.fail();
        return;
      }
      if (fate === 'leaves') {
        this.network.leave(flight);
        flight.fail();
        return;
      }
      if (fate === 'stays') {
        this.done.delayed += 1;
        return;
      }
      if (fate === 'doubled') {
        this.done.doubled += 1;
        this.network.leave(flight);
      }
      await this.network.deliver(flight);
      if (this.choices.chance(0.3)) return;
    }
    if (this.choices.chance(push ? 0.15 : 0.05)) {
      this.tell(`${flight.device} ${flight.path} answer lost`);
      this.done.lost += 1;
      flight.fail();
    } else if (flight.path.endsWith('/changes') && this.choices.chance(0.15)) {
      this.done.cut += 1;
      flight.arrive(await cutAnswer(flight.answer!, this.choices.next()));
    } else flight.arrive(flight.answer!);
  }

  /** A process ends: a tab alone, or the browser with all of them. */
  private async kill(device: FuzzDevice): Promise<void> {
    const tabs = this.tabsOf(device);
    if (tabs.some((tab) => !tab.workspace)) return;
    const ending = tabs.length > 1 && this.choices.chance(0.7) ? [device] : tabs;
    const isTab = ending.length < tabs.length;
    for (let i = 0; !(isTab ? device.isAtRest : atRest(device.browser.disk)); i += 1) {
      if (i > 5_000) throw new Error('the disk never rests');
      await this.time.turns(1);
    }
    this.done.kills += 1;
    if (isTab) this.done.killsOfTabs += 1;
    const mine = this.network.flights.filter((flight) => ending.some((tab) => tab.name === flight.device));
    const unsent = device.workspace!.pending.count > 0;
    const isInFlight = mine.some((flight) => flight.answer && flight.path.endsWith('/push'));
    if (unsent) this.done.killsUnsent += 1;
    if (isInFlight) this.done.killsUnanswered += 1;
    this.tell(
      `${isTab ? 'the tab ' : ''}${ending.map((tab) => tab.name).join(' and ')} is killed${
        unsent ? ' with unsent edits' : ''
      }${isInFlight ? ' before an answer' : ''}`,
    );
    for (const flight of mine) if (!flight.answer && this.choices.chance(0.3)) this.network.leave(flight);
    for (const tab of ending) this.people.forget(tab);
    const disk = isTab ? null : device.copyDisk();
    const ended = ending.map((tab) => tab.kill(isTab));
    await this.driven(Promise.all(ended));
    if (disk) device.browser.restart(await this.driven(disk()));
    await this.driven(Promise.all(ending.map((tab) => tab.start())));
  }

  /** The server has applied a push, and the sending process ends before the answer. */
  private async killInFlight(): Promise<void> {
    const flight = this.network.flights.find((f) => f.path.endsWith('/push'));
    const device = this.devices.find((d) => d.name === flight?.device);
    if (!flight || !device?.workspace) return;
    if (!flight.answer) await this.network.deliver(flight);
    await this.kill(device);
  }

  private async access(): Promise<void> {
    this.done.access += 1;
    this.tell(await this.world.access());
    for (const device of this.devices) if (this.fixture.people.get(device.who)!.active) void device.api.hint('focus');
  }

  private async make(): Promise<void> {
    const made = await this.world.serverMakes();
    if (!made) return;
    this.done.made += 1;
    this.tell(`the server ${made}`);
  }

  private async end(): Promise<string[]> {
    this.tell('— the network is whole');
    for (const id of this.ids)
      if (!this.fixture.people.get(id)!.active)
        await this.fixture.setPerson(id, true, this.fixture.people.get(id)!.departmentIds);
    while (this.network.ghosts.length > 0) await this.network.deliverGhost(this.network.ghosts[0]!);
    for (const device of this.devices) {
      await this.driven(this.people.rest(device));
      void device.api.hint('online');
    }
    const until = this.time.now + BOUND_MS;
    let stalled: string[] = [];
    do {
      // people return to their windows: a rejection in flight when they regained access is retried once
      for (const device of this.devices) void device.api.hint('focus');
      await this.calm(5_000);
      stalled = await this.stalled();
    } while (stalled.length > 0 && this.time.now < until);
    if (stalled.length > 0) return stalled.concat(this.reported());
    // last changes of others arrive by pokes, through either process, or by the poll of a device without a stream
    await this.time.pass(100);
    await this.driven(this.servers.announced());
    const latest = this.time.now + ARRIVAL_MS;
    do await this.calm(CALM_MS);
    while (this.time.now < latest && (await differences(this.fixture, this.devices, this.names)).length > 0);
    // equal states must stay equal, as no answer of an earlier state is in flight
    await this.calm(CALM_MS);
    const { wrong, conflictVersions, rejectedChanges } = await compare(
      this.fixture,
      this.devices,
      this.names,
      this.oracle,
    );
    this.done.conflictVersions += conflictVersions;
    this.done.rejectedChanges += rejectedChanges;
    for (const times of this.fixture.effects.values()) this.done.effects += times;
    return wrong.concat(this.reported(), await this.stalled());
  }

  private reported(): string[] {
    return this.devices.flatMap((device) =>
      device.errors.map((error) => `${device.name} reported ${String(error)} ${(error as Error).stack ?? ''}`),
    );
  }

  private async stalled(): Promise<string[]> {
    const out: string[] = [];
    for (const device of this.devices) {
      const waiting = await device.waiting();
      if (waiting.documents + waiting.texts + waiting.calls > 0) {
        const link = (device.workspace as unknown as { link: { status$: { value: unknown } } }).link;
        out.push(
          `${device.name} still has ${JSON.stringify(waiting)}: ${JSON.stringify(
            device
              .workspace!.pending.all()
              .map((w) => ({ ...w, hold: device.workspace!.sources.holdOf(w.collection, w.id) })),
          )} ${JSON.stringify(link.status$.value)}`,
        );
      }
    }
    return out;
  }
}
