import type { EngineDevice } from './engine-device';

/** Creates a project with a note on a device. @returns the id of the note */
export async function createNote(device: EngineDevice): Promise<string> {
  const { id: projectId } = await device.api.run('project.create', { title: 'Texts' });
  return (await device.api.run('note.create', { projectId, title: 'Note' })).id;
}
