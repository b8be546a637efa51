/**
 * GraphQL Code Generator plugin: generates two hooks for each query, which are bound to its document, so that a component
 * imports one name and its variables and result are typed: `use<Name>Query` and `use<Name>SuspenseQuery`. The build drops
 * those that no component imports. `config.hooksModule` creates them; it is a path from the root of the repository.
 */
const path = require('node:path');

module.exports.plugin = (_schema, documents, { hooksModule }, { outputFile }) => {
  const names = documents.flatMap(({ document }) =>
    document.definitions.flatMap(({ operation, name }) => (operation === 'query' ? name.value : [])),
  );
  if (names.length === 0) return '';
  const folder = path.posix.dirname(path.relative(process.cwd(), path.resolve(outputFile)));
  const source = path.posix.relative(folder, hooksModule);
  return {
    prepend: [`import { createQueryHook, createSuspenseQueryHook } from '${source}';`],
    content: names
      .flatMap((name) => [
        `export const use${name}Query = /*#__PURE__*/ createQueryHook(${name}Document);`,
        `export const use${name}SuspenseQuery = /*#__PURE__*/ createSuspenseQueryHook(${name}Document);`,
      ])
      .join('\n'),
  };
};
