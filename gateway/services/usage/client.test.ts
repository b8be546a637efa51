import { expect, test } from '@jest/globals';
import type { Caller } from '../../core/context.ts';
import { clientOf } from './client.ts';

const anonymous: Caller = { kind: 'anonymous', name: 'anonymous', address: '192.0.2.1' };
const withKey: Caller = {
  kind: 'key',
  name: 'key:a1',
  address: '192.0.2.1',
  key: {
    id: 'a1',
    name: 'Reading app',
    scopes: ['read:published'],
    origins: [],
    createdAt: 0,
    createdBy: 'operator',
    lastUsedAt: null,
    previousSecretExpiresAt: null,
  },
};
const editor: Caller = { kind: 'editor', name: 'editor:jane@example.org', address: '192.0.2.1' };

test.each<[string, Record<string, string>, Caller, string, string]>([
  [
    'the headers of Apollo',
    { 'apollographql-client-name': 'web', 'apollographql-client-version': '2.1' },
    withKey,
    'web',
    '2.1',
  ],
  ['the headers with the prefix graphql-client', { 'graphql-client-name': 'ios' }, anonymous, 'ios', ''],
  ['the key', {}, withKey, 'Reading app', ''],
  ['an editor, without the name', {}, editor, 'editor', ''],
  ['no name', { 'apollographql-client-name': ' ' }, anonymous, 'anonymous', ''],
  ['a name with control characters', { 'graphql-client-name': 'a\u0000\u202eb' }, anonymous, 'ab', ''],
  ['a long name', { 'graphql-client-name': 'x'.repeat(500) }, anonymous, 'x'.repeat(60), ''],
])('client of a request: from %s', (_source, headers, caller, name, version) => {
  expect(clientOf((header) => headers[header], caller)).toEqual({
    name,
    version,
    isAuthenticated: caller !== anonymous,
  });
});
