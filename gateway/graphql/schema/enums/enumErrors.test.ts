import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { explainEnumErrors } from './enumErrors.ts';

const VALUES = Array.from({ length: 30 }, (_, i) => `VALUE_${i}`);
const schema = explainEnumErrors(
  buildSchema(`
    enum Many { ${VALUES.join(' ')} }
    type Query { many(is: Many): Int }
  `),
);
const messagesOf = (query: string): string[] => validate(schema, parse(query)).map(({ message }) => message);

test('enum errors: list the first twenty values', () => {
  expect(messagesOf('{ many(is: zz) }')).toEqual([
    `Value "zz" does not exist in "Many" enum. Expected one of ${VALUES.slice(0, 20).join(', ')}, ….`,
  ]);
});
