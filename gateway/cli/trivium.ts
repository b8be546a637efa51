#!/usr/bin/env node
/** The command line of Trivium: `trivium <command>`. */
import module from 'node:module';

const MIN_NODE_MAJOR = 24;

if (Number.parseInt(process.versions.node, 10) < MIN_NODE_MAJOR) {
  console.error(
    `expected Node ${MIN_NODE_MAJOR} or newer, got ${process.versions.node}; run it with npm or npx, which use the Node that npm installs with Trivium on such a machine, or install Node ${MIN_NODE_MAJOR}`,
  );
  process.exit(1);
}
// Node reads the code of an earlier run from its compile cache. It is enabled before other modules load.
module.enableCompileCache();
const { runCommandLine } = await import('./parser/commandLine.ts');
await runCommandLine(process.argv.slice(2));
