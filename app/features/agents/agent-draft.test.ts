import { describe, expect, it } from 'vitest';
import { cleaned, differing, faultsOf, firstFault, NEW_AGENT, parseChanges, toggled } from './agent-draft';

describe('the draft of an agent', () => {
  it('consists of the fields that differ from the saved agent', () => {
    expect(differing({ name: '', tools: ['own'], introduction: 'New' }, NEW_AGENT)).toEqual({ introduction: 'New' });
  });

  it('is saved without empty questions, and with sorted tools', () => {
    const { name, openings, tools } = cleaned({
      ...NEW_AGENT,
      name: '　Sales  ',
      openings: ['', ' One? ', '  '],
      tools: ['note', 'own'],
    });
    expect({ name, openings, tools }).toEqual({ name: 'Sales', openings: ['One?'], tools: ['own', 'note'] });
    expect(toggled(['note'], 'web', true)).toEqual(['web', 'note']);
    expect(toggled(['web', 'note'], 'web', false)).toEqual(['note']);
  });

  it('gives the first invalid field, counting graphemes', () => {
    expect(firstFault(faultsOf(NEW_AGENT))).toBe('name');
    expect(firstFault(faultsOf({ ...NEW_AGENT, name: '👩‍👩‍👧'.repeat(100) }))).toBeNull();
    const named = { ...NEW_AGENT, name: 'Sales' };
    expect(firstFault(faultsOf({ ...named, introduction: 'x'.repeat(101) }))).toBe('introduction');
    expect(firstFault(faultsOf({ ...named, instructions: 'x'.repeat(8001) }))).toBe('instructions');
    expect(firstFault(faultsOf({ ...named, openings: ['One?', 'x'.repeat(201)] }))).toBe('opening1');
  });

  it('ignores stored fields that an agent does not have', () => {
    expect(parseChanges(null)).toEqual({});
    expect(parseChanges('no JSON')).toEqual({});
    expect(parseChanges('null')).toEqual({});
    expect(parseChanges(JSON.stringify({ name: 'Sales', tools: 'web', openings: ['One?'], id: 'x' }))).toEqual({
      name: 'Sales',
      openings: ['One?'],
    });
  });
});
