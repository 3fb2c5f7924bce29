import type { Answer } from '../../../sync/model/kinds/answers';

/** Whether a source is among the unread ones because its text was cut: its beginning was searched. */
export const isPartlyRead = ({ error }: Answer['failed'][number]): boolean => error === 'FILE_TEXT_TRUNCATED';
