/**
 * Shared by the engine's integration tests: a server in memory, and devices that are closed afterwards without
 * unexpected errors.
 */
import { afterEach, beforeEach, expect } from 'vitest';
import { engineDevice, synced, until, type DeviceSetup, type EngineDevice } from './engine-device';
import { ScriptedServer } from './scripted-server';

export interface EngineSuite {
  server: ScriptedServer;
  /** a device of the person, opened */
  device(setup?: Partial<DeviceSetup>): Promise<EngineDevice>;
  /** reopens a killed or closed device */
  again(device: EngineDevice): Promise<EngineDevice>;
  /** kills a device's browser; the device is not closed afterwards */
  kill(device: EngineDevice): Promise<void>;
  /** tests remove the errors they provoke */
  devices: EngineDevice[];
}

export function engineSuite(): EngineSuite {
  const suite = {} as EngineSuite;
  const opened = async (device: EngineDevice): Promise<EngineDevice> => {
    suite.devices.push(device);
    await device.api.open({ refresh: false });
    return device;
  };
  suite.device = (setup = {}) =>
    opened(engineDevice({ fetch: (input, init) => suite.server.fetch(input, init), ...setup }));
  suite.again = (device) => opened(device.reopen());
  suite.kill = async (device) => {
    await device.kill();
    suite.devices.splice(suite.devices.indexOf(device), 1);
  };
  beforeEach(() => {
    suite.server = new ScriptedServer();
    suite.devices = [];
  });
  afterEach(async () => {
    for (const device of suite.devices) await device.close();
    expect(suite.devices.flatMap((device) => device.errors)).toEqual([]);
  });
  return suite;
}

/** A network that can be cut, in front of a server. */
export class Line {
  cut = false;
  constructor(private readonly server: () => ScriptedServer) {}
  fetch = async (input: string, init: RequestInit): Promise<Response> => {
    if (this.cut) throw new TypeError('fetch failed');
    return this.server().fetch(input, init);
  };
}

/** Cuts the network of a device, and waits until the device knows: until then it would still send what is written. */
export async function cutOff({ api }: EngineDevice, line: Line): Promise<void> {
  line.cut = true;
  await api.hint('offline');
  await until(api, { kind: 'status' }, ({ connection }) => connection.state === 'offline');
}

/** Restores the network of a device, and waits until the device is synchronised. */
export async function reconnect({ api }: EngineDevice, line: Line): Promise<void> {
  line.cut = false;
  await api.hint('online');
  await synced(api);
}

export { typed } from './typing';
