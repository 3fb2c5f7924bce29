import { expect, it } from 'vitest';
import type { ResearchStep } from '../../../sync/model/kinds/researches';
import { stepsOf } from './timeline';

it('keeps the finished steps of the given questions and of pages', () => {
  const step = (id: string, more: Partial<ResearchStep>): ResearchStep => ({
    ...{ id, kind: 'own', name: 'How high?', state: 'done', error: '' },
    ...more,
  });
  const steps = [
    step('own/0', {}),
    step('serp/0', { kind: 'serp', state: 'failed', error: 'DEEP_RESEARCH_SERP_ERROR' }),
    step('page/1', { kind: 'page', name: 'Any title' }),
    step('own/2', { name: 'A question of a withdrawn source' }),
    step('extract/0', { kind: 'extract', state: 'running' }),
  ];
  expect(stepsOf(['How high?'], steps).map(({ id }) => id)).toEqual(['own/0', 'serp/0', 'page/1']);
});
