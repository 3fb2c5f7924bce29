/** Files that are dropped on the list of meetings, and the form that takes them. */
import { audioFileProblem } from './audio-file-check';

export interface DroppedFiles {
  mode: 'calendar' | 'upload';
  files: File[];
}

const isCalendar = ({ name, type }: File): boolean => /\.ics$/i.test(name) || type === 'text/calendar';

/** Calendar files where there are any, otherwise recordings; null where there are neither. */
export function formOfFiles(files: readonly File[]): DroppedFiles | null {
  const calendars = files.filter(isCalendar);
  if (calendars.length > 0) return { mode: 'calendar', files: calendars };
  // the form says what else is wrong with one
  const recordings = files.filter((file) => audioFileProblem(file)?.code !== 'FILE_TYPE_NOT_SUPPORT');
  return recordings.length > 0 ? { mode: 'upload', files: recordings } : null;
}
