/**
 * GraphQL Code Generator plugin: generates hooks that are bound to the document of a query or the type of a fragment, so
 * that a component imports one name and its variables and result are typed. Each binder is a file of `bindersDir`.
 *
 * A query gets `use<Name>SuspenseQuery` and a fragment gets `use<Name>Fragment`, unless `config.hooks` lists other
 * hooks for its name. Subscriptions and mutations get none.
 */
const path = require('node:path');
const {
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} = require('graphql');

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
  const names = new Set(documents.flatMap(({ document }) => unmaskedNames(document)));
  return externalFragments.flatMap(({ name, onType, isExternal }) => {
    if (!isExternal || !names.has(name)) return [];
    const type = schema.getType(onType);
    if (!isAbstractType(type)) return [`${name}Fragment`];
    return schema.getPossibleTypes(type).map((possible) => `${name}_${possible.name}_Fragment`);
  });
};

/** Returns the names of the fragments that a document or fragment spreads with `@unmask`. */
const unmaskedNames = (node) => {
  const names = [];
  visit(node, {
    FragmentSpread({ name, directives }) {
      if (directives.some((directive) => directive.name.value === 'unmask')) names.push(name.value);
    },
  });
  return names;
};

/** Returns whether a document or fragment names an enum or an input type, without the fragments that it spreads. */
const namesSchemaType = (schema, node) => {
  const typeInfo = new TypeInfo(schema);
  let isFound = false;
  const check = (type) => {
    isFound ||= isEnumType(type) || isInputObjectType(type);
  };
  visit(
    node,
    visitWithTypeInfo(typeInfo, {
      Field: () => check(getNamedType(typeInfo.getType())),
      VariableDefinition: () => check(getNamedType(typeInfo.getInputType())),
    }),
  );
  return isFound;
};

/**
 * Returns whether the types of a file name types of the schema through fragments of other files that it unmasks, directly
 * or through one another. The preset imports the types that the file's own selections name, and only those.
 */
const namesOnlyUnmaskedTypes = (schema, documents, externalFragments) => {
  if (documents.some(({ document }) => namesSchemaType(schema, document))) return false;
  const nodes = new Map(externalFragments.map(({ name, node }) => [name, node]));
  const pending = documents.flatMap(({ document }) => unmaskedNames(document));
  const seen = new Set();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const node = nodes.get(name);
    if (!node || seen.has(name)) continue;
    if (namesSchemaType(schema, node)) return true;
    seen.add(name);
    pending.push(...unmaskedNames(node));
  }
  return false;
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
  if (namesOnlyUnmaskedTypes(schema, documents, config.externalFragments ?? []))
    imports.push(
      `import type * as Types from '${path.posix.relative(folder, config.importSchemaTypesFrom)}';`,
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
