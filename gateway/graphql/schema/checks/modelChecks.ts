import {
  type ASTNode,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  Kind,
  visit,
} from 'graphql';
import { REASON_EXAMPLE, removalDate } from '../../../core/model/deprecation.ts';
import type { Model, ModelType } from '../../../core/model/model.ts';
import { fieldsBeyondType } from '../../../core/model/requiredScopes.ts';
import { directiveArguments } from '../model/directiveArguments.ts';
import { locationOf, ModelError, type ReportError } from '../model/modelError.ts';
import { isGraphqlName } from '../model/readModel.ts';
import { checkDirectiveArguments } from './directiveChecks.ts';
import { checkField } from './fieldChecks.ts';
import { findGraphqlErrors } from './graphqlErrors.ts';
import { checkGraphqlRules } from './graphqlRules.ts';
import { checkDocumentLanguage, checkLocalizedFacets } from './localizedChecks.ts';
import { checkLookups } from './lookupChecks.ts';
import { checkNames } from './nameChecks.ts';
import { checkObjectType, checkUnions } from './objectChecks.ts';
import { checkRichTextKind } from './richTextChecks.ts';
import { checkScopes } from './scopeChecks.ts';
import { checkSearchable } from './searchableChecks.ts';
import { checkTextDirectives } from './textDirectiveChecks.ts';

/**
 * Checks a model.
 * @param typeDefs core SDL, the model's SDL and the derived SDL
 * @param computed computed fields as `Type.field`
 * @throws ModelError with all errors
 */
export function checkModel(model: Model, typeDefs: DocumentNode, computed: ReadonlySet<string>): void {
  const errors: string[] = [];
  const reported: ASTNode[] = [];
  const report: ReportError = (node, message) => {
    reported.push(node);
    errors.push(`${locationOf(node)} ${message}`);
    return undefined;
  };

  for (const type of model.types.values()) {
    checkType(model, type, report);
    checkObjectType(type, report);
    checkRichTextKind(model, type, report);
    checkSearchable(model, type, report);
    checkTextDirectives(type, computed, report);
    checkLookups(type, computed, report);
    checkDocumentLanguage(type, report);
    for (const field of type.fields.values()) checkField(model, type, field, computed, report);
  }
  checkLocalizedFacets(model, report);
  checkEmpty(model, report);
  checkUnions(model, report);
  checkEnums(model, report);
  checkScopes(model, report);
  checkDeprecations(model.definitions, report);
  for (const name of computed) {
    const [typeName = '', fieldName = ''] = name.split('.');
    const isRoot = typeName === 'Query';
    if (!isRoot && !model.types.get(typeName)?.fields.has(fieldName))
      errors.push(`resolvers.ts ${name}: expected a field of the model; declare it or remove the resolver`);
  }
  errors.push(...rootErrors(model, computed));
  checkNames(model, coreOf(model, typeDefs), new Set([...computed, ...fieldsBeyondType(model)]), report);
  checkGraphqlRules(model.definitions, typeDefs, report);
  errors.push(...findGraphqlErrors(model, typeDefs, reported));
  if (errors.length > 0) throw new ModelError([...new Set(errors)].sort(byLocation));
}

/** Compares the numbers of lines as numbers. */
const byLocation = new Intl.Collator('en', { numeric: true }).compare;

/** Returns the definitions of core SDL, which have no location in the model. */
function coreOf(model: Model, typeDefs: DocumentNode): DocumentNode {
  const files = new Set(model.definitions.definitions.map(({ loc }) => loc?.source));
  return {
    ...typeDefs,
    definitions: typeDefs.definitions.filter(({ loc }) => loc && !files.has(loc.source)),
  };
}

function checkType(model: Model, type: ModelType, report: ReportError): void {
  const sameName = model.documents.find(
    (other) => other !== type && other.document?.type === type.document?.type,
  );
  if (type.document && sameName)
    report(
      type.node,
      `${type.name}: expected a unique _type, got "${type.document.type}" of ${sameName.name}; set @document(type:)`,
    );
  const { plural } = directiveArguments(type.node, 'document') ?? {};
  if (typeof plural === 'string' && !isGraphqlName(plural))
    report(
      type.node,
      `${type.name}: expected letters, digits and underscores as plural of @document, got ${JSON.stringify(plural)}`,
    );
  for (const directive of type.node.directives ?? [])
    if (/^(document|object|lookup|richText|requiresScopes)$/.test(directive.name.value))
      checkDirectiveArguments(directive, type.name, report);
}

/** The parts that each kind of definition needs. */
const PARTS: Readonly<Partial<Record<DefinitionNode['kind'], 'fields' | 'values' | 'types'>>> = {
  ObjectTypeDefinition: 'fields',
  InterfaceTypeDefinition: 'fields',
  InputObjectTypeDefinition: 'fields',
  EnumTypeDefinition: 'values',
  UnionTypeDefinition: 'types',
};

/** Checks that a model has a document type, and that no type is empty. */
function checkEmpty(model: Model, report: ReportError): void {
  const { definitions } = model.definitions;
  const [first] = definitions;
  if (model.documents.length === 0 && first)
    report(
      first,
      'expected at least one type with @document in the model, got none; add @document to the types of documents',
    );
  for (const definition of definitions) {
    const part = PARTS[definition.kind];
    if (part === undefined || !('name' in definition)) continue;
    const parts = (definition as { readonly [P in typeof part]?: readonly unknown[] })[part] ?? [];
    if (parts.length === 0)
      report(
        definition,
        `${definition.name?.value}: expected at least one of its ${part}, got none; add one, or remove the type`,
      );
  }
}

/** Checks `@enumValue`: the values of an enum stand for different texts. */
function checkEnums({ definitions, enums }: Model, report: ReportError): void {
  for (const definition of definitions.definitions) {
    if (definition.kind !== Kind.ENUM_TYPE_DEFINITION) continue;
    const owners = new Map<string, string>();
    for (const value of definition.values ?? []) {
      const name = value.name.value;
      const coordinate = `${definition.name.value}.${name}`;
      const stored = enums.get(definition.name.value)?.get(name) ?? name;
      const directive = value.directives?.find((own) => own.name.value === 'enumValue');
      if (directive) checkDirectiveArguments(directive, coordinate, report);
      if (stored === '')
        report(
          value,
          `${coordinate}: expected a text in @enumValue(is:), got an empty one; remove the value`,
        );
      const other = owners.get(stored);
      // GraphQL rejects two values of one name.
      if (other !== undefined && other !== name)
        report(
          value,
          `${coordinate}: expected a text that no other value of the enum stands for, got ${JSON.stringify(stored)} of ${other}; remove one value, or correct @enumValue(is:)`,
        );
      owners.set(stored, name);
    }
  }
}

/** Checks that the reason of each `@deprecated` ends with the date of the removal. */
function checkDeprecations(definitions: DocumentNode, report: ReportError): void {
  visit(definitions, {
    enter(node) {
      if (!('directives' in node) || !('name' in node) || !node.name) return;
      const directive = (node.directives as readonly ConstDirectiveNode[] | undefined)?.find(
        ({ name }) => name.value === 'deprecated',
      );
      const reason = directive?.arguments?.find(({ name }) => name.value === 'reason')?.value;
      const text = reason?.kind === Kind.STRING ? reason.value : '';
      if (directive && removalDate(text) === undefined)
        report(
          directive,
          `${node.name.value}: expected @deprecated(reason:) that ends with the date of the removal, such as "${REASON_EXAMPLE}", got ${text === '' ? 'none' : JSON.stringify(text)}; add the date`,
        );
    },
  });
}

/** Returns an error for each root field of the model without a resolver. */
function rootErrors(model: Model, computed: ReadonlySet<string>): string[] {
  return model.definitions.definitions.flatMap((definition) => {
    const isRoot =
      (definition.kind === Kind.OBJECT_TYPE_EXTENSION || definition.kind === Kind.OBJECT_TYPE_DEFINITION) &&
      definition.name.value === 'Query';
    if (!isRoot) return [];
    return (definition.fields ?? []).flatMap((field) =>
      computed.has(`Query.${field.name.value}`)
        ? []
        : [
            `${locationOf(field)} Query.${field.name.value}: expected a resolver for a root field of the model, got none; add it to resolvers.ts beside the SDL`,
          ],
    );
  });
}
