import { expect, test } from '@jest/globals';
import { localGateway, originsOf, webhookUrl } from './cli.ts';

test('emulators: pages of PUBLIC_URL can use them, and of no other origin without one', () => {
  expect(originsOf('https://films.example/app/')).toEqual(['https://films.example']);
  expect([originsOf(), originsOf(''), originsOf('films')]).toEqual([[], [], []]);
});

test('emulators: send webhooks to the gateway on PORT, whose address is PUBLIC_URL', () => {
  const gateway = localGateway({ PORT: '4444', PUBLIC_URL: 'https://films.example/' });
  expect(gateway.localUrl).toBe('http://127.0.0.1:4444');
  expect(webhookUrl('media', gateway)).toBe('https://films.example/webhooks/media');
  expect(webhookUrl('content', localGateway({}))).toBe('http://127.0.0.1:4000/webhooks/content');
});
