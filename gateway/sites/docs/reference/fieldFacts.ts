import {
  type ConstDirectiveNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isNonNullType,
  print,
} from 'graphql';
import pluralize from 'pluralize';
import type { Model } from '../../../core/model/model.ts';
import { describeScopeGroups } from '../../../core/scopes.ts';
import { type FieldCosts, readFieldCosts } from '../../../graphql/operations/cost/fieldCosts.ts';
import { UPSTREAM_CALL_COST } from '../../../graphql/operations/cost/providerCalls.ts';
import { SOURCE_DIRECTIVES } from '../../../graphql/schema/model/readModel.ts';
import { isSemanticNonNull } from '../../../graphql/schema/model/semanticNullability.ts';
import {
  type FieldOwner,
  type Requirements,
  scopeRequirements,
} from '../../../services/auth/scopeRequirements.ts';
import type { Field } from './typePaths.ts';

/** A fact about a field or a type that its description does not state. The text is Markdown. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

/** Directives of the model that name where a value or a document comes from. */
const ORIGIN_DIRECTIVES: ReadonlySet<string> = new Set([
  'document',
  'object',
  'richText',
  'lookup',
  'groq',
  'inverse',
  'asset',
  'related',
  'searchable',
  'label',
]);

/** Reads the facts of a schema. */
export interface FieldFacts {
  ofField(owner: FieldOwner, field: Field): readonly Fact[];
  ofType(type: GraphQLNamedType): readonly Fact[];
}

interface FactOptions {
  /** The whole schema, with what is hidden from the caller. */
  readonly schema: GraphQLSchema;
  readonly model: Model;
  /** The lifetime of responses without `@cacheControl`. */
  readonly defaultMaxAgeSeconds: number;
}

/** Creates the reader of facts. */
export function createFieldFacts({ schema, model, defaultMaxAgeSeconds }: FactOptions): FieldFacts {
  const costs = readFieldCosts(schema);
  const required = scopeRequirements(schema);
  const rootTypes = new Set(
    [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map((type) => type?.name),
  );
  const cacheText = (nodes: readonly (DirectiveOwner | null | undefined)[], fallback: string | undefined) =>
    nodes.map((node) => cacheControlText(schema, node)).find((text) => text !== undefined) ?? fallback;
  return {
    ofField(owner, field) {
      const isRoot = rootTypes.has(owner.name);
      const isQuery = owner.name === schema.getQueryType()?.name;
      const rootCache = isQuery ? `${defaultMaxAgeSeconds} s, the default of this deployment` : undefined;
      return factsOf([
        ['Null', nullText(field)],
        ['Origin', isRoot ? rootOrigin(model, field) : fieldOrigin(model, owner, field)],
        ['Cost', costText(costs, owner, field)],
        ['Requests', requestText(costs, owner, field)],
        ['Cache', cacheText([field.astNode, getNamedType(field.type).astNode], rootCache)],
        ['Scopes', scopeText([...required.ofType(owner), ...required.ofField(owner, field as never)])],
      ]);
    },
    ofType(type) {
      return factsOf([
        ['Origin', typeOrigin(model, type)],
        ['Cache', cacheText([type.astNode], undefined)],
        ['Scopes', scopeText(required.ofType(type))],
      ]);
    },
  };
}

type DirectiveOwner = { readonly directives?: readonly ConstDirectiveNode[] | undefined };

const factsOf = (facts: readonly (readonly [name: string, text: string | undefined])[]): readonly Fact[] =>
  facts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text }]));

function nullText({ type, astNode }: Field): string {
  if (isNonNullType(type)) return 'never';
  if (astNode?.directives?.some(isSemanticNonNull)) return 'only with an error at its path';
  return 'if there is no value, or with an error at its path';
}

/** Returns the origin of a field of a type of the model; fields of other types have none. */
function fieldOrigin(model: Model, owner: GraphQLNamedType, field: Field): string | undefined {
  const type = model.types.get(owner.name);
  if (!type) return undefined;
  const declared = type.fields.get(field.name);
  if (!declared) return 'derived by the gateway';
  const written = directiveTexts(declared.node, [...ORIGIN_DIRECTIVES]);
  const hasSource = declared.node.directives?.some(({ name }) => SOURCE_DIRECTIVES.includes(name.value));
  return [...(hasSource ? [] : [`the attribute \`${field.name}\``]), ...written].join(', ');
}

/** Lookups and lists are derived from the type that they return. */
function rootOrigin(model: Model, field: Field): string | undefined {
  const name = getNamedType(field.type).name.replace(/Connection$/, '');
  const type = model.types.get(name);
  return type?.document
    ? `derived from \`${name}\`: ${directiveTexts(type.node, ['document', 'lookup']).join(', ')}`
    : undefined;
}

function typeOrigin(model: Model, { name }: GraphQLNamedType): string | undefined {
  const type = model.types.get(name);
  if (!type) return undefined;
  const written = directiveTexts(type.node, [...ORIGIN_DIRECTIVES]);
  return [`\`_type == "${type.typeAttribute}"\``, ...written].join(', ');
}

const directiveTexts = ({ directives = [] }: DirectiveOwner, names: readonly string[]): readonly string[] =>
  directives.filter(({ name }) => names.includes(name.value)).map((directive) => `\`${print(directive)}\``);

function costText(costs: FieldCosts, owner: GraphQLNamedType, field: Field): string | undefined {
  const { evaluation, value, isList, sizes } = costs(owner.name, field);
  if (!isList) return evaluation + value === 0 ? undefined : pointsText(evaluation + value);
  const [size] = sizes;
  const named = size?.slicingArguments.map(({ name }) => `\`${name}\``).join(' or ');
  const assumed = size ? `, of which ${size.assumedSize} are assumed` : '';
  const ofItems =
    value === 0 ? [] : [`${pointsText(value)} for each item${named ? `: as many as ${named}` : assumed}`];
  const texts = [...(evaluation === 0 ? [] : [pointsText(evaluation)]), ...ofItems];
  return texts.length === 0 ? undefined : texts.join(', and ');
}

const pointsText = (points: number): string => pluralize('point', points, true);

function requestText(costs: FieldCosts, owner: GraphQLNamedType, field: Field): string | undefined {
  const {
    perObject = {},
    perSelection = {},
    searchesPerValueOf,
    searchesPerWordOf,
  } = costs(owner.name, field).calls;
  const texts = [
    ...callTexts(perSelection, ''),
    ...callTexts(perObject, owner.name === 'Query' ? '' : ' for each object'),
    ...(searchesPerValueOf
      ? [`1 to the search service for each value of \`${searchesPerValueOf.name}\``]
      : []),
    ...(searchesPerWordOf
      ? [
          `with several words in \`${searchesPerWordOf.name}\` these twice, 1 for all words together, and 1 for each of the first ten`,
        ]
      : []),
  ];
  return texts.length > 0
    ? `${texts.join(', ')}; ${UPSTREAM_CALL_COST} points each, none if cached`
    : undefined;
}

const callTexts = (calls: Readonly<Record<string, number>>, suffix: string): readonly string[] =>
  Object.entries(calls).map(([provider, count]) => `${count} to the ${provider} service${suffix}`);

function cacheControlText(
  schema: GraphQLSchema,
  node: DirectiveOwner | null | undefined,
): string | undefined {
  const directive = schema.getDirective('cacheControl');
  const values = directive && node ? getDirectiveValues(directive, node) : undefined;
  if (!values || values.maxAge === undefined) return undefined;
  return values.maxAge === 0 ? 'never' : `${values.maxAge} s`;
}

const scopeText = (requirements: Requirements): string | undefined =>
  requirements.length === 0
    ? undefined
    : [...new Set(requirements.map((groups) => `\`${describeScopeGroups(groups)}\``))].join(' and ');
