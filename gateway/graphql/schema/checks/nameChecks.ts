import {
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  Kind,
  print,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { rootNames } from '../model/expandModel.ts';
import { derivedTypes, isOrderable } from '../../../core/model/derivedTypes.ts';
import { constantCase, isSearchable, type Model, type ModelType } from '../../../core/model/model.ts';

/** Notes a fault; answers nothing, so that a check can end with it. */
export type Report = (node: ASTNode, what: string) => undefined;

/** The scalars of GraphQL itself. */
const BUILT_IN = new Set(['ID', 'String', 'Int', 'Float', 'Boolean']);

type Named = Extract<DefinitionNode, { name: { value: string } }>;
const isNamed = (definition: DefinitionNode): definition is Named =>
  'name' in definition && definition.name !== undefined;
const isExtension = (definition: DefinitionNode) => definition.kind.endsWith('Extension');

/**
 * Checks that what a model names, and what follows from its names, is named once.
 * @param core the definitions that every model stands on.
 * @param computed the fields that have a resolver of their own, as `Type.field`.
 */
export function checkNames(model: Model, core: DocumentNode, computed: ReadonlySet<string>, say: Report): void {
  const taken = new Set([...core.definitions.filter(isNamed).map(({ name }) => name.value), ...BUILT_IN]);
  const declared = new Map<string, Named>();
  for (const definition of model.definitions.definitions.filter(isNamed)) {
    const name = definition.name.value;
    if (isExtension(definition)) checkExtension(definition, say);
    else if (name === 'Query')
      say(
        definition,
        'Query: expected `extend type Query`, got a second `type Query`; write `extend` before it',
      );
    else if (taken.has(name))
      say(definition, `${name}: expected a name that core does not use, got ${name}; give the type another`);
    else declared.set(name, definition);
  }
  checkDerived(model, declared, taken, computed, say);
  checkRoots(model, core, say);
  for (const type of model.documents) checkConstants(type, computed, say);
  checkSearchNames(model, say);
}

function checkExtension(definition: Named, say: Report): void {
  const name = definition.name.value;
  if (name !== 'Query')
    say(
      definition,
      `${name}: expected the extension of a type of the model, or of Query, got ${name}; declare it in the model, since nothing fills what is added to core`,
    );
}

/** What a model declares of what its types imply may say less than that, and nothing else. */
function checkDerived(
  model: Model,
  declared: ReadonlyMap<string, Named>,
  taken: ReadonlySet<string>,
  computed: ReadonlySet<string>,
  say: Report,
): void {
  const implied = new Map<string, TypeDefinitionNode>();
  for (const definition of derivedTypes(model, computed)) {
    const name = definition.name.value;
    if (taken.has(name) || implied.has(name))
      say(
        definition,
        `expected ${name} to be free for what this type implies, but ${taken.has(name) ? 'core' : 'another type'} has it; give the type another name`,
      );
    implied.set(name, definition);
    const own = declared.get(name);
    if (!own) continue;
    const parts = partsOf(definition);
    if (own.kind !== definition.kind || model.types.has(name)) {
      say(
        own,
        `${name}: expected the ${name} that the model implies, got another kind of type; give it another name`,
      );
      continue;
    }
    for (const [part, { node, text }] of partsOf(own))
      if (parts.get(part)?.text !== text)
        say(
          node,
          `${name}.${part}: expected ${parts.has(part) ? parts.get(part)?.text : `one of ${[...parts.keys()].join(', ')}`}, got ${text}; the model may declare less of what it implies, and nothing else`,
        );
  }
}

/** A field or a value of a definition: the name, and what is said of it besides words. */
type Part = readonly [string, { readonly node: ASTNode; readonly text: string }];

function partsOf(definition: DefinitionNode): Map<string, Part[1]> {
  const fields = 'fields' in definition ? (definition.fields ?? []) : [];
  const values = definition.kind === Kind.ENUM_TYPE_DEFINITION ? (definition.values ?? []) : [];
  return new Map([
    ...fields.map((node): Part => [node.name.value, { node, text: typeText(node.name.value, node.type) }]),
    ...values.map((node): Part => [node.name.value, { node, text: node.name.value }]),
  ]);
}

const typeText = (name: string, type: TypeNode) => `${name}: ${print(type)}`;

/** Look-ups, lists, core's fields and the model's own share `Query`. */
function checkRoots(model: Model, core: DocumentNode, say: Report): void {
  const owners = new Map<string, string>();
  for (const definition of core.definitions)
    if ('fields' in definition && isNamed(definition) && definition.name.value === 'Query')
      for (const field of definition.fields ?? []) owners.set(field.name.value, 'core');
  const claim = (name: string, owner: string, node: ASTNode, mend: string) => {
    const other = owners.get(name);
    if (other)
      say(node, `${owner}: expected a field of Query of its own, got ${name}, which ${other} has; ${mend}`);
    owners.set(name, owner);
  };
  for (const type of model.documents) {
    const { lookup, list } = rootNames(type);
    claim(lookup, `the look-up of ${type.name}`, type.node, 'give the type another name');
    claim(list, `the list of ${type.name}`, type.node, 'give @document(plural:)');
  }
  for (const definition of model.definitions.definitions)
    if (definition.kind === Kind.OBJECT_TYPE_EXTENSION && definition.name.value === 'Query')
      for (const field of definition.fields ?? [])
        claim(field.name.value, `Query.${field.name.value}`, field, 'give it another name');
}

/** Orders are named in capitals, where two fields may look the same. */
function checkConstants(type: ModelType, computed: ReadonlySet<string>, say: Report): void {
  const owners = new Map([
    ['CREATED_AT', 'createdAt'],
    ['UPDATED_AT', 'updatedAt'],
  ]);
  for (const field of type.fields.values()) {
    if (!isOrderable(field) || computed.has(`${type.name}.${field.name}`)) continue;
    const constant = constantCase(field.name);
    const other = owners.get(constant);
    if (other && other !== field.name)
      say(
        field.node,
        `${type.name}.${field.name}: expected an order of its own, got ${constant}, which ${other} has; give the field another name`,
      );
    owners.set(constant, field.name);
  }
}

/** Facets of one name are one facet over all types; facets of two names, and types, must differ in capitals too. */
function checkSearchNames(model: Model, say: Report): void {
  const facets = new Map([['TYPE', '']]);
  for (const type of model.documents)
    for (const field of type.fields.values()) {
      if (!field.searchable?.facet) continue;
      const key = constantCase(field.name);
      const other = facets.get(key);
      if (other !== undefined && other !== field.name)
        say(
          field.node,
          `${type.name}.${field.name}: expected a facet of its own, got ${key}, which ${other === '' ? 'the facet of types' : other} has; give the field another name`,
        );
      facets.set(key, field.name);
    }
  const types = new Map<string, string>();
  for (const type of model.documents.filter(isSearchable)) {
    const key = constantCase(type.name);
    const other = types.get(key);
    if (other)
      say(
        type.node,
        `${type.name}: expected a SearchType of its own, got ${key}, which ${other} has; give the type another name`,
      );
    types.set(key, type.name);
  }
}
