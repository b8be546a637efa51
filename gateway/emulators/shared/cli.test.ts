import { expect, test } from '@jest/globals';
import { originsOf, webhookUrl } from './cli.ts';

test('emulators: pages of PUBLIC_URL can use them, and of no other origin without one', () => {
  expect(originsOf('https://films.example/app/')).toEqual(['https://films.example']);
  expect([originsOf(), originsOf(''), originsOf('films')]).toEqual([[], [], []]);
});

test('emulators: send webhooks to the gateway on PORT', () => {
  expect(webhookUrl('media', '4444')).toBe('http://127.0.0.1:4444/webhooks/media');
  expect(webhookUrl('content')).toBe('http://127.0.0.1:4000/webhooks/content');
});
