import { afterAll, beforeAll } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';
import { pageLoadSuite } from '../http/pageLoad.suite.ts';

const SETUP_TIMEOUT_MS = 180_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
}, SETUP_TIMEOUT_MS);
afterAll(() => stack?.close());

pageLoadSuite(() => stack, [64, 512]);
