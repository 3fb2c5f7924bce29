/** Files of a project on screen: steps and what is shown. */
import { Device } from './device';
import { openPage, type Page } from './page';
import { theServer, type Person } from './server';

export const newDevice = async (): Promise<Device> => new Device((await theServer()).url);
export const openFiles = async (projectId: string, person: Person, device?: Device): Promise<Page> =>
  openPage({ device: device ?? (await newDevice()), person, path: `/project/${projectId}?tab=files` });

export const file = (name: string, content: BlobPart = 'x', type = ''): File => new File([content], name, { type });
/** Adds files with the button. */
export const add = (page: Page, ...files: File[]): Promise<void> =>
  page.give(() => page.element('[data-file-chooser]')!, ...files);
/** Names in the table, in its order. */
export const names = (): string[] =>
  [...document.querySelectorAll('[role=table] [data-row-id] a')].map((link) => link.textContent ?? '');
export const row = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[data-row-id]')].find(
    (each) => each.querySelector('a')?.textContent === name,
  )!;
/** The notice on screen about a file that is being added. */
export const notice = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('[data-adding]')].find((each) => each.textContent?.includes(name))!;
/** A drag of files over an element. */
export const drag = (element: Element, type: 'dragenter' | 'drop', files: File[] = []): Event => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const dataTransfer = {
    types: ['Files'],
    files,
    items: files.map((each) => ({ kind: 'file', getAsFile: () => each })),
    getData: () => '',
  };
  element.dispatchEvent(Object.assign(event, { dataTransfer, clientX: 1, clientY: 1 }));
  return event;
};
