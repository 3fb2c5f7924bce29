/** What the engine's integration tests share: a server in memory and devices that are closed afterwards, with no error nobody expected. */
import { afterEach, beforeEach, expect } from 'vitest';
import * as Y from 'yjs';
import { NOTE_FRAGMENT, NOTE_NODES } from '../../sync/model/note-document';
import { engineDevice, type DeviceSetup, type EngineDevice } from './engine-device';
import { ScriptedServer } from './scripted-server';

export interface EngineSuite {
  server: ScriptedServer;
  /** a device of the person, opened */
  device(setup?: Partial<DeviceSetup>): Promise<EngineDevice>;
  /** opens again what was killed or closed */
  again(device: EngineDevice): Promise<EngineDevice>;
  /** errors that a test provokes are taken out here */
  devices: EngineDevice[];
}

export function engineSuite(): EngineSuite {
  const suite = {} as EngineSuite;
  const opened = async (device: EngineDevice): Promise<EngineDevice> => {
    suite.devices.push(device);
    await device.api.open({ refresh: false });
    return device;
  };
  suite.device = (setup = {}) => opened(engineDevice({ fetch: (input, init) => suite.server.fetch(input, init), ...setup }));
  suite.again = (device) => opened(device.reopen());
  beforeEach(() => { suite.server = new ScriptedServer(); suite.devices = []; });
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

/** An update that writes words into a text which stands at `state`, and the state after it. */
export function typed(state: Uint8Array, words: string, at = 0): { update: Uint8Array; state: Uint8Array } {
  const doc = new Y.Doc();
  if (state.byteLength > 0) Y.applyUpdate(doc, state);
  let update: Uint8Array = new Uint8Array();
  doc.on('update', (u: Uint8Array) => { update = u; });
  const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
  if (fragment.length === 0) {
    doc.transact(() => {
      const paragraph = new Y.XmlElement(NOTE_NODES.block);
      paragraph.setAttribute('kind', 'paragraph');
      paragraph.insert(0, [new Y.XmlText(words)]);
      fragment.insert(0, [paragraph]);
    });
  } else {
    ((fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(at, words);
  }
  return { update, state: Y.encodeStateAsUpdate(doc) };
}
