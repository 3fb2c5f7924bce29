/**
 * A question that was taken back with its chat: the field where it was asked begins with it. Only the memory of this page
 * holds it, as it holds a question that is being written.
 */
import { useLocation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Turn } from '../../../sync/model/kinds/turns';
import { replica } from '~/replica/client';

export interface ReturnedQuestion extends Pick<Turn, 'question' | 'context' | 'usesWeb'> {
  files: File[];
}

let returned: ReturnedQuestion | null = null;
let lastKey = 0;

/** Reads the files of a question, which its take-back deletes. The server may have deleted those that are not here. */
export async function questionToReturn({ question, context, usesWeb, fileIds }: Turn): Promise<ReturnedQuestion> {
  const files: File[] = [];
  for (const id of fileIds) {
    const file = await replica().outboxFile(`questionFile/${id}`);
    if (file) files.push(new File([file.blob], file.name, { type: file.blob.type }));
  }
  return { question, context, usesWeb, files };
}

/** The history state of a navigation to the screen whose field begins with the question. */
export function returnedState(question: ReturnedQuestion): { returned: number } {
  returned = question;
  lastKey += 1;
  return { returned: lastKey };
}

/** The question that this screen was opened with, the first time. */
export function useReturned(): ReturnedQuestion | undefined {
  const state = useLocation().state as { returned?: unknown } | null;
  const [mine] = useState(() => (returned && state?.returned === lastKey ? returned : undefined));
  useEffect(() => {
    if (returned === mine) returned = null;
  }, [mine]);
  return mine;
}
