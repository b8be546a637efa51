import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../support/stack.ts';

/** Returns the custom properties of `:root` in a style sheet. */
function readProperties(file: string): ReadonlyMap<string, string> {
  const [, root = ''] = /:root \{([^}]*)\}/.exec(readFileSync(`${ROOT}${file}`, 'utf8')) ?? [];
  return new Map(
    [...root.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

// The explorer is built from `web`, which imports nothing of the gateway, so each has a style sheet of its own.
test('documentation and explorer: have the same colors and fonts', () => {
  const explorer = readProperties('web/explorer/styles/explorer.css');
  const shared = [...readProperties('gateway/sites/docs/assets/styles/base.css')].filter(([name]) =>
    explorer.has(name),
  );
  expect(shared.map(([name]) => name)).toEqual(
    expect.arrayContaining(['--paper', '--ink', '--accent', '--sans']),
  );
  expect(Object.fromEntries(shared)).toEqual(
    Object.fromEntries(shared.map(([name]) => [name, explorer.get(name)])),
  );
});
