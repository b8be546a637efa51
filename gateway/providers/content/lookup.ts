import { GraphQLError, getArgumentValues } from 'graphql';
import type { Row } from '../../core/context.ts';
import type { ErrorCode } from '../../core/errors.ts';
import { type Lookup, lookupsOf } from '../../core/model/lookups.ts';
import type { Model, ModelField, ModelType } from '../../core/model/model.ts';
import { languageField } from '../../core/model/translations.ts';
import { selectionsAt } from '../../core/selection.ts';
import { equalTexts } from '../../core/text/textForms.ts';
import { listOf } from '../../core/validators.ts';
import { fieldAt, type Resolver } from './directives.ts';
import { fieldGroq, type Groq, type GroqScope, renderIn } from './groq/groq.ts';
import { languageConditions, languageRank } from './groq/languageConditions.ts';
import { equalsAny, type ValueKind, valueKind } from './groq/valueKinds.ts';
import { documentsWhere } from './groq/visibility.ts';
import { readId } from './nodes.ts';
import { rowValidator } from './responseValidation.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Resolves `recipe(by:)`: the document with this id, or with these values of a lookup. A singleton has no argument.
 * @throws GraphQLError AMBIGUOUS_LOOKUP if there are two
 */
export function resolveLookup({ name }: ModelType): Resolver {
  return async (_source, { by }, { content }, info) => {
    const [field, node] = [fieldAt(info), info.fieldNodes[0]];
    const query = content.compile(info, (projector) => {
      const type = projector.model.types.get(name) as ModelType;
      const lookups = lookupsOf(type);
      const language = languageRank(type, projector.locale);
      const readGiven = ({ variables }: GroqScope) => {
        const given = getArgumentValues(field, node as never, variables).by as Values | undefined;
        return { given, lookup: lookups.find(({ name: member }) => given?.[member] !== undefined) };
      };
      const ranksOf = oncePerScope((scope) => {
        const { given, lookup } = readGiven(scope);
        return [...letterRanks(type, lookup, given, scope), ...(language ? [language] : [])];
      });
      const rank: Groq = (scope) => {
        const ranks = ranksOf(scope);
        return ranks.length > 0 ? `"@rank": [${ranks.join(', ')}]` : '';
      };
      const projection = projector.document(type, selectionsAt(info), [rank]);
      const groq: Groq = (scope) => {
        const { given, lookup } = readGiven(scope);
        const conditions = [
          `_type == "${type.document?.type}"`,
          ...lookupConditions(projector.model, type, lookup, given, scope),
          ...(hasLanguage(type, lookup, given) ? [] : languageConditions(type, projector.locale, scope)),
        ];
        const ranks = ranksOf(scope).map((value) => `${value} asc`);
        const order = ranks.length > 0 ? ` | order(${[...ranks, '_id asc'].join(', ')})` : '';
        // The second row shows that the lookup is ambiguous.
        return `${documentsWhere(conditions, scope)}${order}[0...2]${renderIn(projection, scope)}`;
      };
      return { groq, isValid: listOf(rowValidator(projector, name, selectionsAt(info))) };
    });
    const [row, other] = (await content.evaluate(query, info.variableValues)) as Row[];
    if (row && other && JSON.stringify(row['@rank']) === JSON.stringify(other['@rank']))
      throw ambiguous(name, by as Values | undefined, [row['@id'], other['@id']].toSorted());
    return row ?? null;
  };
}

/** Returns a function that renders GROQ once for a query, which has it in several places. */
function oncePerScope<Value>(render: (scope: GroqScope) => Value): (scope: GroqScope) => Value {
  const rendered = new WeakMap<GroqScope, { readonly value: Value }>();
  return (scope) => {
    const known = rendered.get(scope) ?? { value: render(scope) };
    rendered.set(scope, known);
    return known.value;
  };
}

/** Returns whether a lookup states the language or the document itself, so that the language of the operation does not apply. */
function hasLanguage(type: ModelType, lookup: Lookup | undefined, by: Values | undefined): boolean {
  const field = languageField(type);
  if (!field) return true;
  return lookup ? lookup.fields.includes(field.name) : by !== undefined;
}

/**
 * Returns orders by the letters of texts: composed and decomposed letters are equal, and of two documents the one with exactly
 * these letters is found.
 */
function letterRanks(
  type: ModelType,
  lookup: Lookup | undefined,
  by: Values | undefined,
  { addParam }: GroqScope,
): string[] {
  if (!lookup || !by) return [];
  const values = valuesOf(lookup, by);
  return lookup.fields.flatMap((name) => {
    const value = values[name];
    if (typeof value !== 'string' || equalTexts(value).length === 1) return [];
    return `select(${fieldGroq(type.fields.get(name) as ModelField)} == ${addParam(value)} => 0, 1)`;
  });
}

const valuesOf = ({ fields, name }: Lookup, by: Values): Values =>
  (fields.length === 1 ? by : by[name]) as Values;

/** @param by exactly one member; undefined for a singleton */
function lookupConditions(
  model: Model,
  type: ModelType,
  lookup: Lookup | undefined,
  by: Values | undefined,
  { addParam }: GroqScope,
): string[] {
  if (by === undefined) return [];
  if (!lookup) return [`_id == ${addParam(readId(by.id as string, 'by', type.name).id)}`];
  const values = valuesOf(lookup, by);
  return lookup.fields.map((name) => {
    const field = type.fields.get(name) as ModelField;
    return equalsAny(valueKind(model, field) as ValueKind, fieldGroq(field), [values[name]], addParam);
  });
}

function ambiguous(typeName: string, by: Values | undefined, documents: readonly string[]): GraphQLError {
  const [[name = '', value] = []] = Object.entries(by ?? {});
  const of = by ? ` with this ${name}, ${JSON.stringify(value).slice(0, 100)}` : '';
  return new GraphQLError(
    `expected one ${typeName}${of}, got the documents ${documents.join(' and ')}; correct one of them in the Studio`,
    { extensions: { code: 'AMBIGUOUS_LOOKUP' satisfies ErrorCode, documents } },
  );
}
