/** Notes on devices of the engine. */
import { eventually, type EngineDevice } from './engine-device';

/** Creates a project with a note on a device. @returns the id of the note */
export async function createNote(device: EngineDevice): Promise<string> {
  const { id: projectId } = await device.api.run('project.create', { title: 'Texts' });
  return (await device.api.run('note.create', { projectId, title: 'Note' })).id;
}

/** Collects the values of the live query `writable` of a text. */
export async function following(
  { api }: EngineDevice,
  contentId: string,
): Promise<{ values: unknown[]; waitFor(value: unknown): Promise<void>; stop: () => void }> {
  const values: unknown[] = [];
  const stop = await api.live({ kind: 'writable', contentId }, (value) => values.push(value));
  return {
    values,
    stop,
    waitFor: (value) =>
      eventually(
        () => values.at(-1) === value,
        `${contentId} is reported as ${String(value)}, not ${String(values.at(-1))}`,
      ),
  };
}
