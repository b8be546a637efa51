import { enableCompileCache } from 'node:module';

// Node reads the code of an earlier start, without types, from its compile cache. It is enabled before other modules load.
enableCompileCache();
const { run } = await import('./app/run.ts');
await run();
