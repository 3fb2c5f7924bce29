/** Runs an object in a process of its own, so that its memory and event loop can be measured; calls are messages. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Message = { id: number; value?: unknown; error?: string };
type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

const UPLOAD_END = new URL('./upload-end.ts', import.meta.url);

/**
 * Opens one end in a new process and forwards calls to it. `close` also ends the process.
 *
 * @param file runs in the process, and answers by `serveParent`; that of uploads by default
 */
export async function inChild<T extends object>(end: string, args: unknown[], file = UPLOAD_END): Promise<T> {
  const child = fork(fileURLToPath(file), [end], {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: 'inherit',
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`the ${end} ended with ${code}`));
      resolve();
    }),
  );
  child.on('message', ({ id, value, error }: Message) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  let last = 0;
  const ask = (method: string, ...given: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve, reject });
      child.send({ id: last, method, args: given });
    });
  const fields = (await ask('open', ...args)) as Record<string, unknown>;
  return new Proxy(
    {},
    {
      get: (_, name: string) => {
        if (name === 'then') return undefined;
        if (name in fields) return fields[name];
        if (name === 'close')
          return async () => {
            await ask('close');
            child.disconnect();
            await gone;
          };
        return (...given: unknown[]) => ask(name, ...given);
      },
    },
  ) as T;
}

/** The other side: executes the calls on the result of `open`. */
export function serveParent(open: (...args: never[]) => Promise<object>): void {
  let opened: Methods = {};
  process.on('message', ({ id, method, args }: { id: number; method: string; args: unknown[] }) => {
    const work = async (): Promise<unknown> => {
      if (method !== 'open') return opened[method]!(...args);
      opened = (await open(...(args as never[]))) as Methods;
      return Object.fromEntries(
        Object.entries(opened as Record<string, unknown>).filter(([, value]) => typeof value === 'string'),
      );
    };
    work().then(
      (value) => process.send!({ id, value }),
      (error: unknown) => process.send!({ id, error: String((error as Error).stack ?? error) }),
    );
  });
  // the parent has ended
  process.on('disconnect', () => process.exit(0));
}
