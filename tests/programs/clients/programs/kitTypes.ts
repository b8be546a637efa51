import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientProgram } from '../clientProgram.ts';
import { download, runTool } from '../tools.ts';

const KIT = fileURLToPath(new URL('../../../../web/kit', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));

export const program: ClientProgram = {
  client: 'React kit, generated types',
  package: '@graphql-codegen/client-preset',
  asserts: 'graphql-codegen and gql.tada read the fragments of the kit, and the results fit its components',
  async run(graph, folder) {
    const kit = join(folder, 'node_modules/@trivium/react');
    mkdirSync(kit, { recursive: true });
    cpSync(join(KIT, 'package.json'), join(kit, 'package.json'));
    execFileSync(process.execPath, [COMPILER, '--project', KIT, '--outDir', join(kit, 'dist')]);
    await download(graph, '/schema.graphql', folder);
    await runTool('@graphql-codegen/cli/esm/bin.js', ['--config', 'codegen.json'], folder);
    await runTool('gql.tada/bin/cli.js', ['generate-output'], folder);
    await runTool('typescript/bin/tsc', ['--project', folder, '--noEmit'], folder);
  },
};
