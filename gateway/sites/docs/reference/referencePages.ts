import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import type { Model } from '../../../core/model/model.ts';
import type { FieldOwner } from '../../../services/auth/scopeRequirements.ts';
import { type Page, REFERENCE_PATH, writtenPage } from '../markdown/page.ts';
import { coordinateAddress } from './coordinateAddress.ts';
import { createCostText } from './exampleCost.ts';
import { createExampleOperations, type ReferenceExample } from './exampleOperation.ts';
import { type AnsweredExample, answerExample, type RunQuery } from './exampleResponse.ts';
import { createFieldFacts } from './fieldFacts.ts';
import { oneLine, type ReferenceParts, rootFieldMarkdown, typeMarkdown } from './referenceMarkdown.ts';
import { GROUPS, type Group, readTypeGroups } from './typeGroups.ts';
import { type Field, fieldsOf } from './typePaths.ts';
import { findTypeUses, publicTypes } from './typeUses.ts';
import { createValueSources } from './valueSources.ts';

/** A page of the reference. */
export interface ReferencePage extends Page {
  readonly group: Group;
  /** The group of the menu. */
  readonly kind: Kind;
  /** True if it describes a root field, and not a type. */
  readonly isRootField: boolean;
  /** Parts that search finds: fields and values with their descriptions. */
  readonly parts: readonly ReferencePart[];
  /** Returns the page as a reader sees it: with the response of its example, if it has one. */
  withResponse(run: RunQuery): Promise<Page>;
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
  const sourceOf = createValueSources(visible, examples);
  const partsOf = (group: Group, shown: ShownExample): ReferenceParts => ({
    group,
    facts,
    addressOf: (coordinate) => coordinateAddress(coordinate, visible),
    ...shown,
    cost: shown.example && costText(shown.example),
  });
  const answer = (example: ReferenceExample, run: RunQuery) => answerExample(example, sourceOf(example), run);
  const rootFieldPage = (owner: FieldOwner, field: Field): ReferencePage => {
    const group = groups.ofRootField(field);
    const example = examples.ofField(owner.name, field);
    return createPage({
      name: `${owner.name}.${field.name}`,
      summary: oneLine(field.description),
      group,
      kind: rootKinds.get(owner.name) ?? 'Queries',
      isRootField: true,
      example,
      answer: example && ((run) => answer(example, run)),
      parts: field.args.map(
        ({ name, description }): ReferencePart => ({
          anchor: name,
          title: name,
          text: oneLine(description),
        }),
      ),
      write: (shown) => rootFieldMarkdown(owner, field, partsOf(group, shown)),
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
      // Values of input types and enums rarely match a document.
      answer: example && isCompositeType(type) ? (run) => answer(example, run) : undefined,
      parts: isRoot ? [] : searchableParts(type),
      write: (shown) =>
        typeMarkdown(type, {
          ...partsOf(group, shown),
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

/** The example of a page, with a response if it has been executed. */
type ShownExample = Pick<ReferenceParts, 'example' | 'response'>;

interface PageParts extends Pick<ReferencePage, 'summary' | 'group' | 'kind' | 'isRootField' | 'parts'> {
  readonly name: string;
  readonly example: ReferenceExample | undefined;
  /** Executes the example; undefined if the page has no response. */
  readonly answer: ((run: RunQuery) => Promise<AnsweredExample | undefined>) | undefined;
  write(shown: ShownExample): string;
}

function createPage({ name, example, answer, write, ...facts }: PageParts): ReferencePage {
  const path = referenceAddress(name);
  const page = { ...facts, ...writtenPage(path, name, () => write({ example, response: undefined })) };
  /** The page with the last response, which is rendered once. */
  let last: Page | undefined;
  return {
    ...page,
    async withResponse(run) {
      const answered = await answer?.(run);
      if (!answered) return page;
      const text = write(answered);
      if (last?.markdown() !== text) last = { ...page, ...writtenPage(path, name, () => text) };
      return last;
    },
  };
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
