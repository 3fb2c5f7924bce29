import { expect, it } from 'vitest';
import type { Config } from './config';
import { warnAtStart } from './start-warnings';

const OPERATOR = { name: 'Lantern Works GmbH', address: 'Hafenstr. 1, 20457 Hamburg', mail: 'contact@lantern.example' };

it('warns in production if the legal pages name no operator, and never otherwise', () => {
  const warned = (config: Partial<Config>): string[] => {
    const warnings: string[] = [];
    warnAtStart(
      config as Config,
      {
        warn: (text: string) => {
          warnings.push(text);
        },
      } as never,
    );
    return warnings;
  };
  expect(warned({ production: true, operator: undefined })).toEqual([expect.stringContaining('OPERATOR_NAME')]);
  expect(warned({ production: true, operator: OPERATOR })).toEqual([]);
  expect(warned({ production: false, operator: undefined })).toEqual([]);
});
