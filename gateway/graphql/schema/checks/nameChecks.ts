import {
  type ASTNode,
  type DefinitionNode,
  type DocumentNode,
  Kind,
  print,
  specifiedScalarTypes,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import { isOrderable } from '../../../core/model/derivedOrders.ts';
import { derivedTypes } from '../../../core/model/derivedTypes.ts';
import { isSingleton } from '../../../core/model/lookups.ts';
import { constantCase, type Model, type ModelType } from '../../../core/model/model.ts';
import { rootNames } from '../model/expandModel.ts';
import type { ReportError } from '../model/modelError.ts';

type Named = Extract<DefinitionNode, { name: { value: string } }>;
const isNamed = (definition: DefinitionNode): definition is Named =>
  'name' in definition && definition.name !== undefined;
const isExtension = (definition: DefinitionNode) => definition.kind.endsWith('Extension');

/**
 * Checks that the names of a model, and the names derived from them, are unique.
 * @param core the definitions of core SDL
 * @param computed computed fields as `Type.field`
 */
export function checkNames(
  model: Model,
  core: DocumentNode,
  computed: ReadonlySet<string>,
  report: ReportError,
): void {
  const reserved = new Set([
    ...core.definitions.filter(isNamed).map(({ name }) => name.value),
    ...specifiedScalarTypes.map(({ name }) => name),
  ]);
  const declared = new Map<string, Named>();
  for (const definition of model.definitions.definitions.filter(isNamed)) {
    const name = definition.name.value;
    if (isExtension(definition)) checkExtension(definition, report);
    else if (name === 'Query')
      report(definition, 'Query: expected `extend type Query`, got a second `type Query`; add `extend`');
    else if (reserved.has(name))
      report(definition, `${name}: expected a name that core does not use, got ${name}; rename the type`);
    else declared.set(name, definition);
  }
  checkDerived(model, declared, reserved, computed, report);
  checkRoots(model, core, report);
  for (const type of model.documents) checkConstants(type, report);
  checkSearchNames(model, report);
}

function checkExtension(definition: Named, report: ReportError): void {
  const name = definition.name.value;
  if (name !== 'Query')
    report(
      definition,
      `${name}: expected the extension of a type of the model, or of Query, got ${name}; declare it in the model, because core types have no resolvers for added fields`,
    );
}

/** Checks that a declared type with a derived name has only fields or values of the derived type. */
function checkDerived(
  model: Model,
  declared: ReadonlyMap<string, Named>,
  reserved: ReadonlySet<string>,
  computed: ReadonlySet<string>,
  report: ReportError,
): void {
  const derived = new Map<string, TypeDefinitionNode>();
  for (const definition of derivedTypes(model, computed)) {
    const name = definition.name.value;
    if (reserved.has(name) || derived.has(name))
      report(
        definition,
        `expected the derived name ${name} to be unused, but ${reserved.has(name) ? 'core' : 'another type'} has it; rename the type`,
      );
    derived.set(name, definition);
    const own = declared.get(name);
    if (!own) continue;
    const parts = partsOf(definition);
    if (own.kind !== definition.kind || model.types.has(name)) {
      report(
        own,
        `${name}: expected the derived ${name} as ${kindOf(definition)}, got ${model.types.get(name)?.document ? 'a document type' : kindOf(own)}; rename it`,
      );
      continue;
    }
    for (const [part, { node, text }] of partsOf(own))
      if (parts.get(part)?.text !== text)
        report(
          node,
          `${name}.${part}: expected ${parts.has(part) ? parts.get(part)?.text : `one of ${[...parts.keys()].join(', ')}`}, got ${text}; the model may declare a part of a derived type only`,
        );
  }
}

/** Returns the kind of a definition: `ObjectTypeDefinition` → `object type`. */
const kindOf = ({ kind }: DefinitionNode): string =>
  kind
    .replace(/Definition$/, '')
    .replace(/(?<=.)[A-Z]/g, ' $&')
    .toLowerCase();

/** A field or an enum value of a definition: its name, node, and SDL without the description. */
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

/** Checks that lookups, lists, core fields and the model's own fields on `Query` have different names. */
function checkRoots(model: Model, core: DocumentNode, report: ReportError): void {
  const owners = new Map<string, string>();
  for (const definition of core.definitions)
    if ('fields' in definition && isNamed(definition) && definition.name.value === 'Query')
      for (const field of definition.fields ?? []) owners.set(field.name.value, 'core');
  const claim = (name: string, owner: string, node: ASTNode, fix: string) => {
    const other = owners.get(name);
    if (other)
      report(node, `${owner}: expected a unique field of Query, got ${name}, which ${other} has; ${fix}`);
    owners.set(name, owner);
  };
  for (const type of model.documents) {
    const { lookup, list } = rootNames(type);
    claim(lookup, `the lookup of ${type.name}`, type.node, 'rename the type');
    if (!isSingleton(type)) claim(list, `the list of ${type.name}`, type.node, 'set @document(plural:)');
  }
  for (const definition of model.definitions.definitions)
    if (definition.kind === Kind.OBJECT_TYPE_EXTENSION && definition.name.value === 'Query')
      for (const field of definition.fields ?? [])
        claim(field.name.value, `Query.${field.name.value}`, field, 'rename it');
}

/**
 * Checks that orders differ: two fields can be equal in constant case. This includes fields that no order offers, because
 * the order of a list is found by its constant.
 */
function checkConstants(type: ModelType, report: ReportError): void {
  const owners = new Map([
    ['CREATED_AT', 'createdAt'],
    ['UPDATED_AT', 'updatedAt'],
  ]);
  for (const field of type.fields.values()) {
    if (!isOrderable(type, field)) continue;
    const constant = constantCase(field.name);
    const other = owners.get(constant);
    if (other && other !== field.name)
      report(
        field.node,
        `${type.name}.${field.name}: expected a unique order, got ${constant}, which ${other} has; rename the field`,
      );
    owners.set(constant, field.name);
  }
}

/** Checks that facets and document types differ in constant case. Fields with the same name share a facet. */
function checkSearchNames(model: Model, report: ReportError): void {
  const facets = new Map([['TYPE', '']]);
  for (const type of model.documents)
    for (const field of type.fields.values()) {
      if (!field.searchable?.facet) continue;
      const key = constantCase(field.name);
      const other = facets.get(key);
      if (other !== undefined && other !== field.name)
        report(
          field.node,
          `${type.name}.${field.name}: expected a unique facet, got ${key}, which ${other === '' ? 'the type facet' : other} has; rename the field`,
        );
      facets.set(key, field.name);
    }
  const types = new Map<string, string>();
  for (const type of model.documents) {
    const key = constantCase(type.name);
    const other = types.get(key);
    if (other)
      report(
        type.node,
        `${type.name}: expected a unique DocumentType, got ${key}, which ${other} has; rename the type`,
      );
    types.set(key, type.name);
  }
}
