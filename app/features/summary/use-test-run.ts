import { call } from '~/api/client';
import { useCapability } from '~/features/ask/use-capability';
import type { TemplateTestRun } from '~/features/templates/test-run';
import { summaryCalls } from '../../../server/core/summaries/contract';

const testRun: TemplateTestRun = async (test, signal) =>
  (await call(summaryCalls.testTemplate, test, { signal })).content;

/** Writes summaries with drafts of templates, if the organization has a language model. */
export const useTestRun = (): TemplateTestRun | undefined => (useCapability('chat') === 'there' ? testRun : undefined);
