import { resolve } from 'node:path';
import { loadEnvironment, schemaFolder } from '../config/environment.ts';
import { PACKAGE_ROOT } from '../core/packageFiles.ts';
import { contractFile } from './contract/files.ts';
import { runProcess } from './processes.ts';

const CODEGEN = 'node_modules/@graphql-codegen/cli/cjs/bin.js';

/**
 * Generates the types of resolvers and of the app's operations (`codegen.yml`), the latter from the contract of the model in
 * `SCHEMA_DIR`.
 * @param isCheck changes nothing, and fails if a file is not up to date
 * @throws Error if an operation does not fit the contract, or a check fails
 */
export async function generateTypes({ isCheck }: { readonly isCheck: boolean }): Promise<void> {
  const { env } = loadEnvironment();
  await runProcess('trivium codegen', [CODEGEN, ...(isCheck ? ['--check'] : [])], {
    // codegen.yml reads CONTRACT.
    env: { ...env, CONTRACT: resolve(contractFile(schemaFolder(env))) },
    output: 'buffer',
    cwd: PACKAGE_ROOT,
  });
}
