import module from 'node:module';
import { requireNode } from './core/nodeVersion.ts';

requireNode();
// Node reads the code of an earlier start, without types, from its compile cache. It is enabled before other modules load.
module.enableCompileCache();
const { run } = await import('./app/run.ts');
await run();
