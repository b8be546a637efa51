import { expect, test } from '@jest/globals';
import { describeUnknownVariable, findUnknownVariables } from './unknownVariables.ts';

const KNOWN = new Set(['SANITY_READ_TOKEN', 'REDIS_URL', 'LOG_LEVEL', 'PORT']);
const namesOf = (env: Record<string, string>, declared: readonly string[] = []) =>
  findUnknownVariables(env, declared, KNOWN).map(({ name }) => name);

test('unknown variables: are variables of .env, names with a prefix of settings, and misspelt settings', () => {
  const env = { SANITY_TOKEN: 'x', REDIS_URI: 'x', PORTS: '1', COLOUR: 'x', LOG_LEVEL: 'info' };
  expect(namesOf(env)).toEqual(['REDIS_URI', 'SANITY_TOKEN']);
  expect(namesOf(env, ['COLOUR', 'LOG_LEVEL'])).toEqual(['COLOUR', 'REDIS_URI', 'SANITY_TOKEN']);
});

test('unknown variables: are not variables without a value, or variables of other tools', () => {
  const env = { SANITY_TOKEN: ' ', NODE_OPTIONS: '-x', SANITY_STUDIO_TITLE: 'x', https_proxy: 'x' };
  expect(namesOf(env, Object.keys(env))).toEqual([]);
});

test('unknown variables: name the replacement of a former setting', () => {
  const removed = findUnknownVariables({ APP: 'reader', MCP: 'off' }, [], KNOWN);
  expect(removed.map(describeUnknownVariable)).toEqual([
    'APP: expected the name of a setting, got a name that nothing reads any more; name app, reader, both or neither in SITES',
    'MCP: expected the name of a setting, got a name that nothing reads any more; name mcp in SITES, or leave it out',
  ]);
  // Other programs have such names too.
  expect(namesOf({ APP: 'shop', MCP: 'http://localhost' })).toEqual([]);
  expect(namesOf({ APP: 'shop' }, ['APP'])).toEqual(['APP']);
});

test('unknown variables: have the most similar setting, if there is one', () => {
  const env = { SANITY_READ_TOKN: 'canary', EMULATOR_X: 'canary' };
  expect(findUnknownVariables(env, [], KNOWN).map(describeUnknownVariable)).toEqual([
    'EMULATOR_X: expected the name of a setting, got a name that nothing reads; remove it',
    'SANITY_READ_TOKN: expected the name of a setting, got a name that nothing reads; did you mean SANITY_READ_TOKEN?',
  ]);
});
