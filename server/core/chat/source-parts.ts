/** Passages that one source of information (files, own documents, the web) contributes to a question. */
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Passage } from '../../ai/extractive/interface';

/** passages at most: of temporary files, and of web pages */
export const FILE_PASSAGES = 8;
export const WEB_PASSAGES = 10;

export interface Found {
  passages: Passage[];
  failed: Answer['failed'];
  /** no passage covers half of the question: these are the closest ones */
  isClosest: boolean;
}

/** Reports what is searched or read now. */
export type Tell = (activity: 'searching' | 'reading', name: string) => void;
