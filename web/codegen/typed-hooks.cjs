/**
 * GraphQL Code Generator plugin: for each operation of a file a hook bound to its document, and for each fragment one
 * bound to its type, so that a component imports one name and its variables and answer are typed. The binders live in `web/graphql/hooks.ts` and `web/graphql/bindQuery.ts`.
 */
const path = require('node:path');
const { isAbstractType, Kind, visit } = require('graphql');

const BINDERS = {
  query: (name) => [
    ['bindQuery', `use${name}Query`, `${name}Document`],
    ['bindSuspenseQuery', `use${name}SuspenseQuery`, `${name}Document`],
  ],
  mutation: (name) => [['bindMutation', `use${name}Mutation`, `${name}Document`]],
  // They are followed outside of components.
  subscription: () => [],
};

const capitalised = (name) => name[0].toUpperCase() + name.slice(1);

const bindingsOf = (definition) => {
  if (!definition.name) return [];
  const name = capitalised(definition.name.value);
  if (definition.kind === Kind.FRAGMENT_DEFINITION)
    return [[`bindFragment<${name}Fragment>`, `use${name}Fragment`, '']];
  return definition.kind === Kind.OPERATION_DEFINITION ? BINDERS[definition.operation](name) : [];
};

/**
 * The types of fragments of other files that this file's operations take over unmasked. The preset imports them and the
 * operations do not name them; passing them on is what keeps the import from being an unused one.
 */
const unmaskedTypes = (schema, documents, externalFragments) => {
  const names = new Set();
  for (const { document } of documents)
    visit(document, {
      FragmentSpread({ name, directives }) {
        if (directives.some((directive) => directive.name.value === 'unmask')) names.add(name.value);
      },
    });
  return externalFragments.flatMap(({ name, onType, isExternal }) => {
    if (!isExternal || !names.has(name)) return [];
    const type = schema.getType(onType);
    if (!isAbstractType(type)) return [`${name}Fragment`];
    return schema.getPossibleTypes(type).map((possible) => `${name}_${possible.name}_Fragment`);
  });
};

/** A binder that few pages need lies in a file of its own, beside the others', and travels with those. */
const fileOf = (binder, { hooksFile }) =>
  binder === 'bindQuery' ? path.posix.join(path.posix.dirname(hooksFile), `${binder}.ts`) : hooksFile;

/** `config.hooksFile` is the binders' file, from the root of the repository. */
module.exports.plugin = (schema, documents, config, info) => {
  const bindings = documents.flatMap(({ document }) => document.definitions.flatMap(bindingsOf));
  if (bindings.length === 0) return '';
  const file = path.relative(process.cwd(), path.resolve(info.outputFile));
  const binders = Map.groupBy(new Set(bindings.map(([binder]) => binder.replace(/<.*/, ''))), (binder) =>
    fileOf(binder, config),
  );
  const imports = [...binders].map(([from, names]) => {
    const address = path.posix.relative(path.posix.dirname(file), from);
    return `import { ${names.sort().join(', ')} } from '${address.startsWith('.') ? address : `./${address}`}';`;
  });
  const passedOn = unmaskedTypes(schema, documents, config.externalFragments ?? []);
  return {
    prepend: imports.sort(),
    content: [
      ...(passedOn.length > 0 ? [`export type { ${passedOn.join(', ')} };`] : []),
      ...bindings.map(([binder, hook, bound]) => `export const ${hook} = /*#__PURE__*/ ${binder}(${bound});`),
    ].join('\n'),
  };
};
