import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Kind, print } from 'graphql';
import { readTypeDefs } from '../buildSchema.ts';

/** Returns the fields of the interface `Document` of a model; undefined without the interface. */
async function fieldsOfDocument(sdl: string): Promise<readonly string[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  writeFileSync(join(folder, 'model.graphql'), sdl);
  try {
    const { typeDefs } = await readTypeDefs(folder);
    const found = typeDefs.definitions.find(
      (definition) =>
        definition.kind === Kind.INTERFACE_TYPE_DEFINITION && definition.name.value === 'Document',
    );
    if (found?.kind !== Kind.INTERFACE_TYPE_DEFINITION) return undefined;
    return found.fields?.map(({ name, type }) => `${name.value}: ${print(type)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SCOPED = '@requiresScopes(scopes: [["read:drafts"]])';
const SYSTEM = ['id: ID!', 'createdAt: DateTime!', 'updatedAt: DateTime!'];

test.each([
  ['derived fields', 'title: String', [...SYSTEM, 'label: String']],
  ['a label of its own', 'label: String!', [...SYSTEM, 'label: String']],
  [
    'an optional time of its own',
    'createdAt: DateTime',
    [SYSTEM[0], 'createdAt: DateTime', SYSTEM[2], 'label: String'],
  ],
  ['a time of another type', 'updatedAt: String', [SYSTEM[0], SYSTEM[1], 'label: String']],
  ['a label of another type', 'label: Int', SYSTEM],
  ['a list of labels', 'label: [String!]', SYSTEM],
  ['a label with scopes of its own', `slug: String label: String ${SCOPED}`, SYSTEM],
])('interface of documents: a model with %s', async (_name, fields, expected) => {
  expect(await fieldsOfDocument(`type A @document { ${fields} } type B @document { title: String }`)).toEqual(
    expected,
  );
});

test('interface of documents: a label that every type requires is required', async () => {
  expect(await fieldsOfDocument('type A @document { label: String! }')).toContain('label: String!');
});

test('interface of documents: types with scopes have it with the same fields', async () => {
  expect(await fieldsOfDocument(`type A @document ${SCOPED} { label: String }`)).toContain('label: String');
});

test('interface of documents: a model with a type of its name has none', async () => {
  expect(await fieldsOfDocument('type Document @document { title: String }')).toBeUndefined();
});

test('interface of documents: a text with scopes cannot name a document', async () => {
  await expect(fieldsOfDocument(`type A @document { title: String @label ${SCOPED} }`)).rejects.toThrow(
    /A\.title: expected the label field of A to require no scopes of its own/,
  );
});
