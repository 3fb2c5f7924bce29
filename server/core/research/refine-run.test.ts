import { expect, it } from 'vitest';
import { planOfWords } from './refine-run';

const earlier = {
  question: 'How high is the tower?',
  plan: ['How high is the tower?', 'When was it opened?'],
  feedback: ['Construction costs are missing'],
};
const planOf = (question: string, of: typeof earlier | null, feedback: string[] = []): string[] =>
  planOfWords({ question, feedback }, of);

it('without a model the plan has what was said on the followed research, and does not repeat its questions', () => {
  const question = 'Who built the tower? When was it opened?';
  expect(planOf(question, earlier)).toEqual(['Who built the tower?', 'Construction costs are missing']);
  expect(planOf(question, null)).toEqual(['Who built the tower?', 'When was it opened?']);
});

it('without a model the question itself stays in the plan, even if the followed research had it', () => {
  expect(planOf('How high is the tower?', { ...earlier, feedback: [] })).toEqual(['How high is the tower?']);
  expect(planOf('How high is the tower?', earlier, ['Only the antenna'])).toEqual([
    'How high is the tower?',
    'Only the antenna',
    'Construction costs are missing',
  ]);
});

it('without a model the plan has what the person asks for about it, even if the followed research had it', () => {
  const plan = ['How high is the tower?', 'When was it opened?', 'Construction costs are missing'];
  expect(planOf('How high is the tower?', earlier, ['When was it opened?'])).toEqual(plan);
  const repeated = 'abcdefgh'.split('').map((letter) => `Part ${letter} of the tower?`);
  expect(planOf(`Who built it? ${repeated.join(' ')}`, { ...earlier, plan: repeated }, ['Only the antenna'])).toEqual([
    'Who built it?',
    'Only the antenna',
    'Construction costs are missing',
  ]);
});
