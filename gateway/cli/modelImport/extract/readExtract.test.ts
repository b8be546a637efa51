import { describe, expect, test } from '@jest/globals';
import { document, text } from '../testing/extracts.ts';
import { readExtract } from './readExtract.ts';

const post = document('post', { title: text });

describe('reading of an extract', () => {
  test.each([
    ['a list of types', [post]],
    ['an object with the list', { schema: [post] }],
    ['an object with the list as JSON', { schema: JSON.stringify([post]) }],
  ])('accepts %s', (_name, value) => {
    const { documents } = readExtract(JSON.stringify(value), 'schema.json');
    expect([...documents.keys()]).toEqual(['post']);
  });

  test('accepts a byte order mark', () => {
    expect(readExtract(`\uFEFF${JSON.stringify([post])}`, 'schema.json').documents.size).toBe(1);
  });

  test.each([
    [
      'no JSON',
      '[{',
      /^schema\.json: expected JSON, got .*; write the file again with `npx sanity@latest schema extract`$/,
    ],
    ['a manifest', '{"version": 2, "workspaces": []}', /expected a list of types, got \{"version"/],
    ['JSON that is no list', '{"schema": "{}"}', /expected a list of types/],
    [
      'no documents',
      '[{"name": "a", "type": "type", "value": {"type": "string"}}]',
      /expected document types, got 1 types without one/,
    ],
    ['an entry that is no object', '[5]', / {2}\[0\]: expected an object, got 5/],
    [
      'a type without a name',
      '[{"type": "document"}]',
      /\[0\]\.name: expected the name of a type, got nothing/,
    ],
    [
      'an unknown kind of type',
      '[{"name": "a", "type": "interface"}]',
      /\[0\]\.type: expected document or type, got "interface"/,
    ],
    [
      'a document without attributes',
      '[{"name": "a", "type": "document"}]',
      /\[0\]\.attributes: expected an object with attributes, got nothing/,
    ],
    [
      'a name that two types have',
      JSON.stringify([post, post]),
      /\[1\]\.name: expected a name that no other type has, got "post"/,
    ],
    [
      'an unknown kind of value',
      JSON.stringify([document('a', { b: { type: 'strng' } as never })]),
      /\[0\]\.attributes\.b\.value\.type: expected string, .* or inline, got "strng"/,
    ],
    [
      'an attribute in another form',
      '[{"name": "a", "type": "document", "attributes": {"b": "string"}}]',
      /\[0\]\.attributes\.b: expected \{"type": "objectAttribute"/,
    ],
    [
      'a literal of another kind',
      JSON.stringify([document('a', { b: { type: 'string', value: 5 } as never })]),
      /b\.value\.value: expected a string, got 5/,
    ],
    [
      'a union without a list',
      JSON.stringify([document('a', { b: { type: 'union' } as never })]),
      /b\.value\.of: expected a list of types, got nothing/,
    ],
  ])('rejects %s with the path, and how to correct it', (_name, json, message) => {
    expect(() => readExtract(json, 'schema.json')).toThrow(message);
  });

  test('rejects types that are nested too deeply', () => {
    const deep = `${'{"type":"array","of":'.repeat(5_000)}{"type":"string"}${'}'.repeat(5_000)}`;
    const json = `[{"name":"a","type":"type","value":${deep}}]`;
    expect(() => readExtract(json, 'schema.json')).toThrow(/expected at most 100 levels/);
  });

  test('lists ten errors and counts the remaining errors', () => {
    const { message } = errorOf(() => readExtract(JSON.stringify(Array(14).fill(1)), 'schema.json'));
    expect(message.split('\n')).toHaveLength(12);
    expect(message).toMatch(/and 4 more$/);
  });
});

function errorOf(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error, got none');
}
