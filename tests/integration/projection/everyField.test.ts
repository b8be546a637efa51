import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Model, ModelField, ModelType } from '../../../gateway/core/model/model.ts';
import { readModel } from '../../../gateway/graphql/schema/model/readModel.ts';
import { readSdl } from '../../../gateway/graphql/schema/model/readSdl.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const model = readModel(readSdl(`${ROOT}schema/model`));
let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const SELECTIONS: Partial<Record<ModelField['shape'], string>> = {
  scalar: '',
  enum: '',
  image: '{ url alt width }',
  richText: '{ plainText }',
  video: '{ id }',
  document: '{ id }',
  union: '{ __typename }',
  connection: '{ totalCount nodes { id } }',
};

/** Returns a selection of all fields of a type. Documents in fields have one field selected. */
function selectAll(of: Model, type: ModelType): string {
  const fields = [...type.fields.values()].map((field) => {
    const inner =
      field.shape === 'object'
        ? selectAll(of, of.types.get(field.typeName) as ModelType)
        : SELECTIONS[field.shape];
    return `${field.name} ${inner}`;
  });
  return `{ ${fields.join('\n')} }`;
}

const isFilled = (value: unknown): boolean => {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.some(isFilled);
  if (typeof value === 'object')
    return 'totalCount' in value ? value.totalCount !== 0 : Object.values(value).some(isFilled);
  return true;
};

/** Returns the paths of fields without a value in any document of the seed. */
function emptyFields(
  of: Model,
  type: ModelType,
  values: readonly Record<string, unknown>[],
  path = type.name,
): string[] {
  return [...type.fields.values()].flatMap((field) => {
    const here = `${path}.${field.name}`;
    const filled = values.map((value) => value[field.name]).filter(isFilled);
    if (filled.length === 0) return [here];
    const inner = field.shape === 'object' ? of.types.get(field.typeName) : undefined;
    return inner ? emptyFields(of, inner, filled.flat() as Record<string, unknown>[], here) : [];
  });
}

// A misspelt attribute would be null without an error.
describe('sample model: every field has a value in the seed', () => {
  test.each(model.documents.map((type) => [type.name, type] as const))('%s', async (_name, type) => {
    const list = type.document?.plural as string;
    const { data, errors } = await stack.query(`{ ${list}(first: 100) { nodes ${selectAll(model, type)} } }`);
    expect(errors).toEqual([]);
    expect(emptyFields(model, type, data[list].nodes)).toEqual([]);
  });
});

test('every declared field of rich text has a value in the seed', async () => {
  const { data, errors } = await stack.query(`{ articles(first: 20) { nodes { body { blocks {
      __typename
      ... on Illustration { figure: image { url } }
      ... on EmbeddedFilm { film { title } }
      ... on InteractiveFigure { kind parameters { __typename name value } caption }
      ... on Formula { tex }
      ... on CodeListing { code language }
      ... on Quotation { text attribution source }
      ... on TextBlock {
        children { __typename ... on Formula { tex } }
        markDefs { __typename ... on InternalLink { document { id } } ... on Footnote { text { plainText } }
          ... on RichTextLink { href } }
      }
    } } } } }`);
  expect(errors).toEqual([]);
  const json = JSON.stringify(data);
  const names = [...json.matchAll(/"__typename":"(\w+)"/g)].map(([, name]) => name);
  expect([...new Set(names)].sort()).toEqual(
    'CodeListing EmbeddedFilm FigureParameter Footnote Formula Illustration InteractiveFigure InternalLink Quotation RichTextLink TextBlock TextSpan'.split(
      ' ',
    ),
  );
  expect(json).not.toMatch(/"(figure|film|tex|code|text|document|href|kind|name|value|caption)":null/);
});
