/** All kinds. A declaration has everything that is specific to its kind; other modules read the kinds from `../kinds.ts`. */
export { answers } from './answers';
export { canvases } from './canvases';
export { itemTexts } from './item-texts';
export { meetings } from './meetings';
export { noteContents } from './note-contents';
export { notes } from './notes';
export { notifications } from './notifications';
export { people } from './people';
export { preferences } from './preferences';
export { projectItems } from './project-items';
export { projects } from './projects';
export { summaries } from './summaries';
export { templates } from './templates';
export { terms } from './terms';
export { threads } from './threads';
export { transcripts } from './transcripts';
export { turns } from './turns';
