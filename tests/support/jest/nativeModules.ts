import { hash } from 'node:crypto';
import { createRequire, enableCompileCache } from 'node:module';

// The next worker reads the compiled code, and TypeScript without its types, from the compile cache.
enableCompileCache();

interface Options {
  readonly supportsStaticESM: boolean;
}

/**
 * Jest transform: loads a module with Node's own loader instead of Jest's, so that a worker loads the gateway and its
 * packages once, as production does, and not once for each test file.
 */
export default {
  process: (_source: string, path: string, options: Options): { code: string } => ({
    code: transform(path, options),
  }),
  // Without it, Jest caches the code until the file changes, but `export *` can add a name without a change.
  getCacheKey: (_source: string, path: string, options: Options): string =>
    hash('sha256', transform(path, options)),
};

function transform(path: string, { supportsStaticESM }: Options): string {
  const module = `loadWithNode(${JSON.stringify(path)})`;
  if (!supportsStaticESM) return `module.exports = ${module};`;
  const names = Object.keys(createRequire(path)(path));
  const named = names.filter((name) => name !== 'default').join(', ');
  const code = `const { ${named} } = ${module};\nexport { ${named} };`;
  return names.includes('default') ? `${code}\nexport default ${module}.default;` : code;
}
