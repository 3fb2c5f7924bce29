/** Commands that a page runs, answered by a test in place of the replica. */
import type { Device, Overhear } from './device';

export interface RunCommand {
  name: string;
  input: unknown;
  resolve(value: unknown): void;
  /** @param code of the error, as the replica's worker serialises it */
  reject(code: string): void;
}

/** The command that a message of a page runs; null for other messages. */
export function commandOf(...[message, reply]: Parameters<Overhear>): RunCommand | null {
  const { id, path, argumentList } = message as { id?: string; path?: string[]; argumentList?: { value: unknown }[] };
  const name = argumentList?.[0]?.value;
  if (path?.[0] !== 'run' || typeof name !== 'string') return null;
  return {
    name,
    input: argumentList![1]?.value,
    resolve: (value) => reply({ id, type: 'RAW', value }),
    reject: (code) =>
      reply({
        id,
        type: 'HANDLER',
        name: 'throw',
        value: { isError: false, value: { kind: 'call', code, message: '' } },
      }),
  };
}

/** Answers one command of a device's pages, beside what the device overhears already. */
export function answerCommand(device: Device, name: string, answer: (command: RunCommand) => void): void {
  const { overhear } = device;
  device.overhear = (message, reply) => {
    const command = commandOf(message, reply);
    if (command?.name !== name) return overhear?.(message, reply) ?? false;
    answer(command);
    return true;
  };
}

/** Answers a command with a value, and collects its inputs. */
export const overhearCommand = (device: Device, name: string, inputs: unknown[], value: unknown = null): void =>
  answerCommand(device, name, ({ input, resolve }) => {
    inputs.push(input);
    resolve(value);
  });
