/**
 * GraphQL Code Generator plugin: generates hooks that are bound to the document of a query or the type of a fragment, so
 * that a component imports one name and its variables and result are typed. Each binder is a file of `bindersDir`.
 *
 * A query gets `use<Name>SuspenseQuery` and a fragment gets `use<Name>Fragment`, unless `config.hooks` lists other
 * hooks for its name. Subscriptions and mutations get none.
 */
const path = require('node:path');
const { isAbstractType, Kind, visit } = require('graphql');

const HOOKS = {
  Query: (name) => ({ binder: 'bindQuery', hook: `use${name}Query`, call: `(${name}Document)` }),
  SuspenseQuery: (name) => ({
    binder: 'bindSuspenseQuery',
    hook: `use${name}SuspenseQuery`,
    call: `(${name}Document)`,
  }),
  Fragment: (name) => ({ binder: 'bindFragment', hook: `use${name}Fragment`, call: `<${name}Fragment>()` }),
};

const defaultHooks = ({ kind, operation }) => {
  if (kind === Kind.FRAGMENT_DEFINITION) return ['Fragment'];
  return operation === 'query' ? ['SuspenseQuery'] : [];
};

/**
 * The types of fragments of other files that this file's operations spread with `@unmask`. The preset imports them but
 * the operations do not name them; the re-export keeps the import from being an unused one.
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

/** `config.bindersDir` is the folder of the binders, from the root of the repository. */
module.exports.plugin = (schema, documents, config, info) => {
  const hooks = documents.flatMap(({ document }) =>
    document.definitions.flatMap((definition) => {
      const name = definition.name.value;
      return (config.hooks[name] ?? defaultHooks(definition)).map((kind) => HOOKS[kind](name));
    }),
  );
  const folder = path.posix.dirname(path.relative(process.cwd(), path.resolve(info.outputFile)));
  const imports = [...new Set(hooks.map(({ binder }) => binder))].map(
    (binder) =>
      `import { ${binder} } from '${path.posix.relative(folder, path.posix.join(config.bindersDir, `${binder}.ts`))}';`,
  );
  const unmasked = unmaskedTypes(schema, documents, config.externalFragments ?? []);
  return {
    prepend: imports.sort(),
    content: [
      ...(unmasked.length > 0 ? [`export type { ${unmasked.join(', ')} };`] : []),
      ...hooks.map(({ binder, hook, call }) => `export const ${hook} = /*#__PURE__*/ ${binder}${call};`),
    ].join('\n'),
  };
};
