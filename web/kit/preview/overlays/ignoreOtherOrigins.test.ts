import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ignoreOtherOrigins } from './ignoreOtherOrigins.ts';

const SITE = 'https://magazine.example';
const STUDIO = 'https://studio.example';

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  Object.assign(globalThis, { window: page, location: { origin: SITE } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'location');
});

/** Returns the origins of the messages that a listener of the page gets, which is added now. */
function listen(): string[] {
  const heard: string[] = [];
  page.addEventListener('message', (event) => heard.push((event as MessageEvent).origin));
  return heard;
}
const send = (data: unknown, ...origins: readonly string[]) => {
  for (const origin of origins) page.dispatchEvent(Object.assign(new Event('message'), { origin, data }));
};

test.each([
  ['sanity/comlink', [STUDIO], [SITE, STUDIO]],
  ['sanity/channels', [STUDIO], [SITE, STUDIO]],
  ['sanity/comlink', [], [SITE]],
])('overlays follow %s of this site and of the Studio at %j', (domain, origins, followed) => {
  const stop = ignoreOtherOrigins(origins);
  const heard = listen();
  const message = { domain, from: 'presentation', to: 'visual-editing', type: 'presentation/navigate' };
  send(message, 'https://evil.example', SITE, 'null', STUDIO, `${STUDIO}.evil.example`, '');
  expect(heard).toEqual(followed);
  stop();
  send(message, 'https://evil.example');
  expect(heard).toEqual([...followed, 'https://evil.example']);
});

test.each([
  ['a text', 'ready'],
  ['null', null],
  ['a list', [1]],
  ['an object', { event: 'play', domain: 'player' }],
])('a page gets %s from an embedded player of another site', (_title, data) => {
  const stop = ignoreOtherOrigins([STUDIO]);
  const heard = listen();
  send(data, 'https://player.example');
  expect(heard).toEqual(['https://player.example']);
  stop();
});
