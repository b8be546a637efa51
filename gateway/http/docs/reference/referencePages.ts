import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import { createCostEstimator } from '../../../graphql/operations/cost/costEstimator.ts';
import type { FieldOwner } from '../../../services/auth/scopeRequirements.ts';
import type { ExampleOperation } from '../markdown/examples.ts';
import { type Page, REFERENCE_PATH, writtenPage } from '../markdown/page.ts';
import { coordinateAddress } from './coordinateAddress.ts';
import { createExampleOperations } from './exampleOperation.ts';
import { createFieldFacts } from './fieldFacts.ts';
import { oneLine, type ReferenceParts, rootFieldMarkdown, typeMarkdown } from './referenceMarkdown.ts';
import { GROUPS, type Group, readTypeGroups } from './typeGroups.ts';
import { type Field, fieldsOf } from './typePaths.ts';
import { findTypeUses, publicTypes } from './typeUses.ts';

/** A page of the reference. */
export interface ReferencePage extends Page {
  readonly group: Group;
  /** The group of the menu. */
  readonly kind: Kind;
  /** True if it describes a root field, and not a type. */
  readonly isRootField: boolean;
  readonly example: ExampleOperation | undefined;
  /** Parts that search finds: fields and values with their descriptions. */
  readonly parts: readonly ReferencePart[];
}

/** The groups of the menu, in their order. */
export const KINDS = [
  'Queries',
  'Mutations',
  'Subscriptions',
  'Objects',
  'Interfaces',
  'Unions',
  'Enums',
  'Input types',
  'Scalars',
] as const;
export type Kind = (typeof KINDS)[number];

/** A field or a value of a type. */
export interface ReferencePart {
  readonly anchor: string;
  readonly title: string;
  readonly text: string;
}

/** The reference of a schema. */
export interface Reference {
  readonly index: Page;
  /** By the last part of the address: the name of a type, or the coordinate of a root field. */
  readonly pages: ReadonlyMap<string, ReferencePage>;
}

export interface ReferenceOptions {
  /** The schema that the reader sees. */
  readonly visible: GraphQLSchema;
  readonly schema: GraphQLSchema;
  readonly model: Model;
  /** The lifetime of responses without `@cacheControl`. */
  readonly defaultMaxAgeSeconds: number;
}

/** Describes a schema: a page for each type and each root field. The text of a page is written when it is read. */
export function createReference({
  visible,
  schema,
  model,
  defaultMaxAgeSeconds,
}: ReferenceOptions): Reference {
  const groups = readTypeGroups(model);
  const facts = createFieldFacts({ schema, model, defaultMaxAgeSeconds });
  const examples = createExampleOperations(visible);
  const uses = findTypeUses(visible);
  const costText = createCostText(schema);
  const roots = [visible.getQueryType(), visible.getMutationType(), visible.getSubscriptionType()].filter(
    isObjectType,
  );
  const rootKinds = new Map<string | undefined, Kind>([
    [visible.getMutationType()?.name, 'Mutations'],
    [visible.getSubscriptionType()?.name, 'Subscriptions'],
  ]);
  const partsOf = (group: Group, example: ExampleOperation | undefined): ReferenceParts => ({
    group,
    facts,
    addressOf: (coordinate) => coordinateAddress(coordinate, visible),
    example,
    cost: example && costText(example),
  });
  const rootFieldPage = (owner: FieldOwner, field: Field): ReferencePage => {
    const group = groups.ofRootField(field);
    const example = examples.ofRootField(owner.name, field);
    return createPage({
      name: `${owner.name}.${field.name}`,
      summary: oneLine(field.description),
      group,
      kind: rootKinds.get(owner.name) ?? 'Queries',
      isRootField: true,
      example,
      parts: field.args.map(
        ({ name, description }): ReferencePart => ({
          anchor: name,
          title: name,
          text: oneLine(description),
        }),
      ),
      write: () => rootFieldMarkdown(owner, field, partsOf(group, example)),
    });
  };
  const typePage = (type: GraphQLNamedType): ReferencePage => {
    const group = groups.ofType(type);
    const isRoot = roots.some(({ name }) => name === type.name);
    const example = isRoot ? undefined : examples.ofType(type);
    return createPage({
      name: type.name,
      summary: oneLine(type.description),
      group,
      kind: kindOf(type),
      isRootField: false,
      example,
      parts: isRoot ? [] : searchableParts(type),
      write: () =>
        typeMarkdown(type, {
          ...partsOf(group, example),
          uses: uses.get(type.name) ?? [],
          members: isAbstractType(type) ? visible.getPossibleTypes(type) : [],
          isRoot,
        }),
    });
  };
  const pages = new Map<string, ReferencePage>();
  for (const root of roots)
    for (const field of fieldsOf(root)) pages.set(`${root.name}.${field.name}`, rootFieldPage(root, field));
  for (const type of publicTypes(visible))
    if (!isSpecifiedScalarType(type)) pages.set(type.name, typePage(type));
  return { index: indexPage([...pages.values()]), pages };
}

/** Returns the address of a page. @param name of a type, or the coordinate of a root field */
const referenceAddress = (name: string): string => `${REFERENCE_PATH}/${name}`;

interface PageParts
  extends Pick<ReferencePage, 'summary' | 'group' | 'kind' | 'isRootField' | 'example' | 'parts'> {
  readonly name: string;
  write(): string;
}

function createPage({ name, write, ...page }: PageParts): ReferencePage {
  return { ...page, ...writtenPage(referenceAddress(name), name, write) };
}

function kindOf(type: GraphQLNamedType): Kind {
  if (isObjectType(type)) return 'Objects';
  if (isInterfaceType(type)) return 'Interfaces';
  if (isUnionType(type)) return 'Unions';
  if (isEnumType(type)) return 'Enums';
  return isInputObjectType(type) ? 'Input types' : 'Scalars';
}

function indexPage(pages: readonly ReferencePage[]): Page {
  const summary = 'All root fields and types of this API, generated from its schema.';
  const list = (title: string, listed: readonly ReferencePage[]) =>
    listed.length === 0
      ? []
      : [
          `### ${title}`,
          listed
            .map(({ path, title: name, summary: text }) => `- [\`${name}\`](${path}): ${text}`)
            .join('\n'),
        ];
  const write = () =>
    [
      '# Reference',
      `${summary} It contains what the key of the request allows. The same schema is at [\`/schema.graphql\`](/schema.graphql), and earlier versions are in the [changelog](/docs/changelog).`,
      ...GROUPS.flatMap((group) => {
        const ofGroup = pages.filter((page) => page.group === group);
        return ofGroup.length === 0
          ? []
          : [
              `## ${group}`,
              ...list(
                `${group}: root fields`,
                ofGroup.filter(({ isRootField }) => isRootField),
              ),
              ...list(
                `${group}: types`,
                ofGroup.filter(({ isRootField }) => !isRootField),
              ),
            ];
      }),
    ].join('\n\n');
  return { ...writtenPage(REFERENCE_PATH, 'Reference', write), summary };
}

function searchableParts(type: GraphQLNamedType): readonly ReferencePart[] {
  if ('getValues' in type)
    return type.getValues().map(
      ({ name, description }): ReferencePart => ({
        anchor: name,
        title: name,
        text: oneLine(description),
      }),
    );
  if (!('getFields' in type)) return [];
  return Object.values(type.getFields()).map(
    ({ name, description }): ReferencePart => ({
      anchor: name,
      title: `${type.name}.${name}`,
      text: oneLine(description),
    }),
  );
}

/** Creates a function that describes the cost of an example; it returns undefined for a subscription. */
function createCostText(schema: GraphQLSchema): (example: ExampleOperation) => string | undefined {
  const costOf = createCostEstimator(schema);
  return ({ query, variables = {} }) => {
    const document = parse(query);
    const operation = document.definitions[0] as OperationDefinitionNode;
    const cost =
      operation.operation === 'subscription' ? undefined : costOf({ operation, document, variables });
    if (!cost) return undefined;
    const calls = Object.entries(cost.providerCalls)
      .filter(([, count]) => count > 0)
      .map(([provider, count]) => `${count} to the ${provider} service`);
    return `This operation costs at most ${cost.points} points${calls.length > 0 ? `, with these requests: ${calls.join(', ')}` : ''}.`;
  };
}
