import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromGlobalId, toGlobalId } from './relay.ts';

test('global ids: are the type and the id in base64url', () => {
  const property = fc.property(fc.stringMatching(/^[A-Za-z]\w*$/), fc.string(), (typeName, id) => {
    const encoded = Buffer.from(`${typeName}:${id}`).toString('base64url');
    expect(toGlobalId(typeName, id)).toBe(encoded);
  });
  fc.assert(property);
});

test.each(['a', 'ab', 'abc', 'drafts.film-1', 'f_2'])('global ids: the id %s can be decoded', (id) => {
  expect(fromGlobalId(toGlobalId('Film', id))).toEqual({ typeName: 'Film', id });
});
