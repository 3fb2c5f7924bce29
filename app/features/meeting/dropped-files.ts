/** Selects the form for files that are dropped on the list of meetings. */
import { audioFileProblem } from './audio-file-check';

export interface DroppedFiles {
  mode: 'calendar' | 'upload';
  files: File[];
}

const isCalendar = ({ name, type }: File): boolean => /\.ics$/i.test(name) || type === 'text/calendar';

/** The form of calendar files if there are any, otherwise that of recordings; null if there are neither. */
export function formOfFiles(files: readonly File[]): DroppedFiles | null {
  const calendars = files.filter(isCalendar);
  if (calendars.length > 0) return { mode: 'calendar', files: calendars };
  // the form shows other problems of a recording
  const recordings = files.filter((file) => audioFileProblem(file)?.code !== 'FILE_TYPE_NOT_SUPPORT');
  return recordings.length > 0 ? { mode: 'upload', files: recordings } : null;
}
