/**
 * All kinds. Data about a kind is in its declaration; code for it is listed by the modules that use it (decision 123).
 */
export { agentSettings } from './agent-settings';
export { agentVersions } from './agent-versions';
export { agentWorks } from './agent-works';
export { agents } from './agents';
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
export { publishedAgents } from './published-agents';
export { reports } from './reports';
export { researches } from './researches';
export { summaries } from './summaries';
export { templates } from './templates';
export { terms } from './terms';
export { threads } from './threads';
export { transcripts } from './transcripts';
export { turns } from './turns';
