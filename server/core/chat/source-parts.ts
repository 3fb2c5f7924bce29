/** What one place of sources gives to a question. */
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Passage } from '../../ai/extractive/interface';

/** passages of the files of a question, and of web pages */
export const FILE_PASSAGES = 8;
export const WEB_PASSAGES = 10;

export interface Found {
  passages: Passage[];
  failed: Answer['failed'];
  /** nothing covers half of the question: the passages are the closest few */
  isClosest: boolean;
}

/** Says what is searched or read now. */
export type Tell = (activity: 'searching' | 'reading', name: string) => void;
