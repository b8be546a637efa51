import { enableCompileCache } from 'node:module';

// Before other modules: what they compile to, and TypeScript without its types, is read from the cache of an earlier start.
enableCompileCache();
const { run } = await import('./app/run.ts');
await run();
