import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { modifyRecipesModel, removeModifiedModels } from './testing/modifiedModel.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    // `time` is a facet of recipes, and requires a scope on drinks.
    schemaDir: modifyRecipesModel([
      '  strong: Boolean\n',
      '  strong: Boolean\n  time: Int @requiresScopes(scopes: [["index:write"]])\n',
    ]),
    seedDir: `${ROOT}tests/support/fixtures/recipes/seed`,
    hasCache: false,
    env: { CONSUME_CHANGES: 'off' },
  });
});
afterAll(async () => {
  await stack.close();
  removeModifiedModels();
});

test('search fallback: does not filter documents by a field that requires scopes and is a facet of another type', async () => {
  await stack.editor.patch('drink-1').set({ time: 180 }).commit();
  const query = '{ search(query: "", filter: { time: { in: [180] } }) { nodes { __typename } } }';
  const expected = [{ __typename: 'Recipe' }];
  expect((await stack.query(query)).data.search.nodes).toEqual(expected);
  await stack.setFaults('search', [{ kind: 'status', status: 503, path: '/queries$' }]);
  const { data, extensions } = await stack.query(query);
  expect(extensions.fallback).toEqual({ search: 'content' });
  expect(data.search.nodes).toEqual(expected);
});
