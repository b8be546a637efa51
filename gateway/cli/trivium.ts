#!/usr/bin/env node
/** The command line of Trivium: `trivium <command>`. */
import module from 'node:module';
import { requireNode } from '../core/nodeVersion.ts';

requireNode();
// Node reads the code of an earlier run from its compile cache. It is enabled before other modules load.
module.enableCompileCache();
const { watchOutput } = await import('./watchOutput.ts');
watchOutput();
const { runCommandLine } = await import('./parser/commandLine.ts');
await runCommandLine(process.argv.slice(2));
