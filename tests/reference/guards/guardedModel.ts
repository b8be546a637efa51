import fc from 'fast-check';
import { trueWithProbability } from '../probability.ts';

/** A field of a generated model. */
export interface GuardedField {
  readonly name: string;
  /** The type in SDL, with the directive that names the source. */
  readonly type: string;
  readonly hasGuard: boolean;
  readonly searchable: '' | '@searchable' | '@searchable(facet: true)';
}

/** A type of a generated model. */
export interface GuardedType {
  readonly name: string;
  readonly isDocument: boolean;
  readonly hasGuard: boolean;
  readonly fields: readonly GuardedField[];
}

/** A model with `@requiresScopes` on random types and fields. All of them require the same scopes. */
export interface GuardedModel {
  readonly types: readonly GuardedType[];
  readonly sdl: string;
}

/** Scopes that meet every generated guard. */
export const ALL_SCOPES = ['index:write', 'media:sign', 'media:write', 'read:drafts'] as const;

const GUARDS = [
  '@requiresScopes(scopes: [["index:write"]])',
  '@requiresScopes(scopes: [["index:write", "media:write"], ["read:drafts"]])',
];

/** The probability of a guard on a field, of one on a type, and of a choice that the gateway must reject. */
const FIELD_GUARD = 0.3;
const TYPE_GUARD = 0.15;
const FAULT = 0.01;

/** The directives by which a field can be searched. */
const TEXT = ['', '@searchable'] as const;
const FACET = ['', '@searchable', '@searchable(facet: true)'] as const;
const NOT_SEARCHED = [''] as const;

interface FieldTemplate {
  readonly type: string;
  readonly searchable: readonly GuardedField['searchable'][];
  /** Documents are found by it: the gateway rejects a guard on it. */
  readonly isIdentifying?: boolean;
  /** The field that `@inverse` reads, as `Type.field`; the gateway requires the same guard on both. */
  readonly inverseOf?: readonly string[];
}

const LABEL: FieldTemplate = { type: 'String!', searchable: ['@searchable'], isIdentifying: true };
const KEY: FieldTemplate = {
  type: 'String! @groq(expr: "slug.current")',
  searchable: NOT_SEARCHED,
  isIdentifying: true,
};

/** The types of every model, with all kinds of fields. Fields of one name have one type, so that they can be selected together. */
const TEMPLATES: Readonly<Record<string, Readonly<Record<string, FieldTemplate>>>> = {
  Work: {
    title: LABEL,
    slug: KEY,
    summary: { type: 'String', searchable: TEXT },
    year: { type: 'Int', searchable: FACET },
    rating: { type: 'Float', searchable: FACET },
    released: { type: 'DateTime', searchable: NOT_SEARCHED },
    isOpen: { type: 'Boolean', searchable: FACET },
    mood: { type: 'Mood', searchable: FACET },
    labels: { type: '[String!]', searchable: FACET },
    body: { type: 'RichText', searchable: TEXT },
    extra: { type: 'JSON', searchable: NOT_SEARCHED },
    alias: { type: 'String @groq(expr: "nickname")', searchable: TEXT },
    details: { type: 'Details', searchable: TEXT },
    parts: { type: '[Part!]', searchable: TEXT },
    author: { type: 'Person', searchable: FACET },
    subjects: { type: '[Topic!]', searchable: FACET },
    about: { type: 'Subject', searchable: TEXT },
    anything: { type: 'Node', searchable: TEXT },
    editions: { type: 'WorkConnection', searchable: NOT_SEARCHED },
    video: { type: 'Video @asset', searchable: NOT_SEARCHED },
    trailers: { type: '[Video!] @asset', searchable: NOT_SEARCHED },
  },
  Person: {
    name: LABEL,
    slug: KEY,
    bio: { type: 'String', searchable: TEXT },
    reel: { type: 'Video @asset(field: "showreel")', searchable: NOT_SEARCHED },
    works: {
      type: 'WorkConnection @inverse(field: "author")',
      searchable: NOT_SEARCHED,
      inverseOf: ['Work.author'],
    },
    playedIn: {
      type: '[Work!] @inverse(field: "parts.person")',
      searchable: NOT_SEARCHED,
      inverseOf: ['Work.parts', 'Part', 'Part.person'],
    },
  },
  Topic: {
    title: LABEL,
    slug: KEY,
    rating: { type: 'Float', searchable: NOT_SEARCHED },
    works: {
      type: 'WorkConnection @inverse(field: "subjects")',
      searchable: NOT_SEARCHED,
      inverseOf: ['Work.subjects'],
    },
  },
  Details: {
    note: { type: 'String', searchable: NOT_SEARCHED },
    code: { type: 'Int', searchable: NOT_SEARCHED },
    clip: { type: 'Video @asset', searchable: NOT_SEARCHED },
  },
  Part: {
    text: { type: 'String', searchable: NOT_SEARCHED },
    person: { type: 'Person', searchable: NOT_SEARCHED },
  },
};
const DOCUMENTS = ['Work', 'Person', 'Topic'];
/** The types whose guard leaves something to compare. */
const GUARDED_TYPES = ['Topic', 'Details', 'Part'];
/** The types that a search record of the field would contain. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  details: ['Details', 'Details.note', 'Details.code', 'Details.clip'],
  parts: ['Part', 'Part.text', 'Part.person'],
  subjects: ['Topic'],
  about: ['Topic'],
  anything: ['Topic'],
};

const SHARED_SDL = 'enum Mood { calm wild }\nunion Subject = Person | Topic\n';

/** Generates models. Nearly all of them are valid; the gateway rejects the others. */
export const guardedModelArbitrary: fc.Arbitrary<GuardedModel> = fc
  .record({
    guard: fc.constantFrom(...GUARDS),
    types: fc.record(
      Object.fromEntries(
        Object.keys(TEMPLATES).map((name) => [
          name,
          trueWithProbability(GUARDED_TYPES.includes(name) ? TYPE_GUARD : 0),
        ]),
      ),
    ),
    fields: fc.record(
      Object.fromEntries(
        Object.entries(TEMPLATES).flatMap(([type, fields]) =>
          Object.entries(fields).map(([name, { searchable }]) => [
            `${type}.${name}`,
            fc.record({
              hasGuard: trueWithProbability(FIELD_GUARD),
              isFault: trueWithProbability(FAULT),
              searchable: fc.constantFrom(...searchable),
            }),
          ]),
        ),
      ),
    ),
  })
  .map(({ guard, types, fields }) => {
    const isGuarded = (name: string): boolean => {
      const [type = '', field] = name.split('.');
      if (field === undefined) return types[type] === true;
      const template = TEMPLATES[type]?.[field];
      const choice = fields[name];
      if (!template || !choice) return false;
      if (choice.isFault) return true;
      if (template.isIdentifying) return false;
      return choice.hasGuard || (template.inverseOf?.some(isGuarded) ?? false);
    };
    const searchableOf = (type: string, name: string): GuardedField['searchable'] => {
      const choice = fields[`${type}.${name}`];
      const isExcluded =
        types[type] || isGuarded(`${type}.${name}`) || (CONTENTS[name] ?? []).some(isGuarded);
      return choice && (!isExcluded || choice.isFault) ? choice.searchable : '';
    };
    const model = Object.entries(TEMPLATES).map(
      ([name, templates]): GuardedType => ({
        name,
        isDocument: DOCUMENTS.includes(name),
        hasGuard: isGuarded(name),
        fields: Object.entries(templates).map(([field, { type }]) => ({
          name: field,
          type,
          hasGuard: isGuarded(`${name}.${field}`),
          searchable: searchableOf(name, field),
        })),
      }),
    );
    return { types: model, sdl: SHARED_SDL + model.map((type) => typeSdl(type, guard)).join('\n') };
  });

const typeSdl = ({ name, isDocument, hasGuard, fields }: GuardedType, guard: string): string =>
  `type ${name} ${isDocument ? '@document' : ''} ${hasGuard ? guard : ''} {\n${fields
    .map((field) => `  ${field.name}: ${field.type} ${field.searchable} ${field.hasGuard ? guard : ''}\n`)
    .join('')}}`;
