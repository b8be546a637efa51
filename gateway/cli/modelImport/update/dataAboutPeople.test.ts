import { expect, test } from '@jest/globals';
import { createEvaluatorClient } from '../../../../tests/reference/contentGraph.ts';
import { document, text } from '../testing/extracts.ts';
import { setUpImportedModel } from '../testing/setUpImportedModel.ts';
import { LOCK_FILE, readLock, writeLock } from './importLock.ts';

const imported = setUpImportedModel();
const { edit, importStudio, updateWith, differencesOf } = imported;

/** Returns the options of an import that samples a post with this text. */
const samples = (reach: string) => ({
  client: createEvaluatorClient([
    {
      _id: 'a',
      _type: 'post',
      _createdAt: '2026-01-01T00:00:00Z',
      _updatedAt: '2026-01-01T00:00:00Z',
      reach,
    },
  ]),
});

test('update: names a public attribute that begins to have data about people, until it has a scope or the team says that it is public', async () => {
  const post = document('post', { title: text, reach: text });
  await importStudio([post]);
  expect(await updateWith(post, samples('by boat'))).toEqual({ files: [], byHand: [] });
  const named = [
    expect.stringMatching(
      /^post\.reach: Post\.reach is public, but has data about people \(an e-mail address.*--public post\.reach$/,
    ),
  ];
  for (const _run of [1, 2])
    expect(await updateWith(post, samples('ada@example.org'))).toEqual({ files: [], byHand: named });
  edit('post.graphql', ['reach: String', 'reach: String @requiresScopes(scopes: [["read:private"]])']);
  expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([]);
  edit('post.graphql', [/ @requiresScopes.*/, '']);
  expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([]);
});

test('update: remembers that an attribute is public while no sample shows its data, until the studio lacks the attribute', async () => {
  const post = document('post', { title: text, reach: text });
  await importStudio([post], samples('ada@example.org'));
  edit('post.graphql', [/ @requiresScopes.*/, '']);
  for (const options of [{}, samples('by boat'), samples('ada@example.org')])
    expect(await updateWith(post, options)).toEqual({ files: [], byHand: [] });
  await updateWith(document('post', { title: text }), {});
  expect((await updateWith(post, samples('ada@example.org'))).byHand).toEqual([
    expect.stringMatching(/^post\.reach: Post\.reach is public/),
  ]);
});

test('differences: public data about people is no difference from a lock that lists none, until an update has named it', async () => {
  const post = document('post', { title: text, email: text });
  const named = [expect.stringMatching(/^post\.email: Post\.email is public/)];
  await importStudio([post]);
  edit('post.graphql', [/ @requiresScopes.*/, '']);
  writeLock(
    imported.folder,
    new Set([...readLock(imported.folder)].filter((part) => !part.includes('@requiresScopes'))),
  );
  expect(await differencesOf([post])).toEqual([]);
  expect((await updateWith(post, {})).byHand).toEqual(named);
  expect(await differencesOf([post])).toEqual(named);
  expect((await updateWith(post, { public: ['post.email'] })).byHand).toEqual([]);
  expect(await differencesOf([post])).toEqual([]);
});

test('differences: public data about people is a difference from the model of a studio that had none', async () => {
  await importStudio([document('post', { title: text })]);
  edit('post.graphql', ['title: String', 'email: String\n  title: String']);
  expect(await differencesOf([document('post', { title: text, email: text })])).toEqual([
    expect.stringMatching(/^post\.email: Post\.email is public/),
  ]);
});

test('update: accepts with --public that an attribute is public', async () => {
  const post = document('post', { title: text, email: text });
  await importStudio([post]);
  edit('post.graphql', [/ @requiresScopes.*/, '']);
  edit(LOCK_FILE, ['Post.email @requiresScopes\n', '']);
  expect(await differencesOf([post])).toEqual([expect.stringMatching(/^post\.email: Post\.email is public/)]);
  expect((await updateWith(post, { public: ['post.email'] })).byHand).toEqual([]);
  expect(await differencesOf([post])).toEqual([]);
});
