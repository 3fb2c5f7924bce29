import { expect, it } from 'vitest';
import { isNamedHost, isPrivateHostEntry } from './private-hosts';

it.each([
  'wiki.corp.example',
  'wiki.corp.example:8090',
  '*.corp.example',
  'wiki.例え.example',
  '192.168.1.20',
  '127.0.0.1:8080',
  '10.20.0.0/16',
  '[fd00::20]',
  '[fd00::20]:8443',
  '[fd00::]/64',
])('%s is a valid entry', (entry) => expect(isPrivateHostEntry(entry)).toBe(true));

it.each([
  '',
  '*',
  'localhost',
  'wiki',
  '10.1',
  '0x7f.0.0.1',
  '2130706433',
  '10.20.0.0/33',
  '[fd00::]/129',
  '10.0.0.0/8:8080',
  'wiki.corp.example/16',
  'wiki.corp.example:0',
  'wiki.corp.example:65536',
  'https://wiki.corp.example',
  'user@wiki.corp.example',
  'wiki.*.example',
  '*.10.0.0.1',
  'fd00::20',
])('%j is not a valid entry', (entry) => expect(isPrivateHostEntry(entry)).toBe(false));

const named = (entry: string, address: string): boolean => isNamedHost([entry], new URL(address));

it.each([
  ['wiki.corp.example', 'https://WIKI.corp.example./page'],
  ['wiki.corp.example', 'http://wiki.corp.example/'],
  ['wiki.corp.example:8090', 'http://wiki.corp.example:8090/'],
  ['*.corp.example', 'https://a.b.corp.example/'],
  ['wiki.例え.example', 'https://wiki.xn--r8jz45g.example/'],
  ['10.20.0.0/16', 'http://10.20.255.1/'],
  ['127.0.0.1:8080', 'http://2130706433:8080/'],
  ['[fd00::]/64', 'http://[fd00::7]/'],
  ['[fd00::20]', 'https://[fd00:0::20]/'],
])('%s covers %s', (entry, address) => expect(named(entry, address)).toBe(true));

it.each([
  ['wiki.corp.example', 'http://wiki.corp.example:8090/'],
  ['wiki.corp.example:8090', 'https://wiki.corp.example/'],
  ['wiki.corp.example', 'https://wiki.corp.example.evil.example/'],
  ['*.corp.example', 'https://corp.example/'],
  ['*.corp.example', 'https://evilcorp.example/'],
  ['10.20.0.0/16', 'http://10.21.0.1/'],
  ['10.20.0.0/16', 'http://10.20.0.1:8080/'],
  ['10.20.0.0/16', 'http://wiki.corp.example/'],
  ['127.0.0.1:8080', 'http://localhost:8080/'],
  ['10.20.0.0/16', 'http://[::ffff:10.20.0.1]/'],
  ['[fd00::]/64', 'http://10.20.0.1/'],
])('%s does not cover %s', (entry, address) => expect(named(entry, address)).toBe(false));
