import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Stack, startStack } from '../support/stack.ts';
import { appChoiceSuite } from './http/appChoice.suite.ts';
import { explorerSuite } from './http/explorer.suite.ts';
import { metadataSuite } from './http/metadata.suite.ts';
import { pageCacheSuite } from './http/pageCache.suite.ts';
import { pageErrorsSuite } from './http/pageErrors.suite.ts';
import { pageLoadSuite } from './http/pageLoad.suite.ts';
import { pageResponsesSuite } from './http/pageResponses.suite.ts';
import { previewsSuite } from './http/previews.suite.ts';

const SETUP_TIMEOUT_MS = 180_000;

let stack: Stack;
beforeAll(async () => {
  // Nothing listens there; the setting adds the tags of pages to `Cache-Tag`.
  stack = await startStack({ env: { CDN_PURGE_URL: 'http://127.0.0.1:9/purge' } });
}, SETUP_TIMEOUT_MS);
afterAll(() => stack?.close());
afterEach(async () => {
  for (const emulator of ['content', 'media', 'search'] as const) await stack.setFaults(emulator);
});

// These suites send HTTP requests and need no browser.
pageResponsesSuite(() => stack);
metadataSuite(() => stack);
pageErrorsSuite(() => stack);
pageCacheSuite(() => stack);
pageLoadSuite(() => stack, [8]);
appChoiceSuite(() => stack);
explorerSuite(() => stack);
previewsSuite(() => stack);
