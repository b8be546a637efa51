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
const send = (...origins: readonly string[]) => {
  for (const origin of origins) page.dispatchEvent(Object.assign(new Event('message'), { origin }));
};

test.each([
  [[STUDIO], [SITE, STUDIO]],
  [[], [SITE]],
])('overlays follow messages of this site and of the Studio at %j', (origins, followed) => {
  const stop = ignoreOtherOrigins(origins);
  const heard = listen();
  send('https://evil.example', SITE, 'null', STUDIO, `${STUDIO}.evil.example`, '');
  expect(heard).toEqual(followed);
  stop();
  send('https://evil.example');
  expect(heard).toEqual([...followed, 'https://evil.example']);
});
