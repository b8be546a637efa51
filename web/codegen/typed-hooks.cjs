/**
 * GraphQL Code Generator plugin: for each operation and fragment of a file, a hook bound to its document, so that a
 * component imports one name and its variables and answer are typed. The binders live in `web/graphql/hooks.ts`.
 */
const path = require('node:path');
const { Kind } = require('graphql');

const BINDERS = {
  query: (name) => [
    ['bindQuery', `use${name}Query`, `${name}Document`],
    ['bindSuspenseQuery', `use${name}SuspenseQuery`, `${name}Document`],
  ],
  mutation: (name) => [['bindMutation', `use${name}Mutation`, `${name}Document`]],
  subscription: (name) => [['bindSubscription', `use${name}Subscription`, `${name}Document`]],
};

const capitalised = (name) => name[0].toUpperCase() + name.slice(1);

const bindingsOf = (definition) => {
  if (!definition.name) return [];
  const name = capitalised(definition.name.value);
  if (definition.kind === Kind.FRAGMENT_DEFINITION)
    return [['bindFragment', `use${name}Fragment`, `${name}FragmentDoc, '${definition.name.value}'`]];
  return definition.kind === Kind.OPERATION_DEFINITION ? BINDERS[definition.operation](name) : [];
};

/** `config.hooksFile` is the binders' file, from the root of the repository. */
module.exports.plugin = (_schema, documents, config, info) => {
  const bindings = documents.flatMap(({ document }) => document.definitions.flatMap(bindingsOf));
  if (bindings.length === 0) return '';
  const from = path.posix.relative(
    path.posix.dirname(info.outputFile.replace(`${process.cwd()}/`, '')),
    config.hooksFile,
  );
  const binders = [...new Set(bindings.map(([binder]) => binder))].sort();
  return {
    prepend: [`import { ${binders.join(', ')} } from '${from.startsWith('.') ? from : `./${from}`}';`],
    content: bindings
      .map(([binder, hook, bound]) => `export const ${hook} = /*#__PURE__*/ ${binder}(${bound});`)
      .join('\n'),
  };
};
