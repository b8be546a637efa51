import { argumentValue } from '../../../core/model/argumentValue.ts';
import {
  type ContentCost,
  costOfCondition,
  costOfOrder,
  LIST_LENGTH,
  NO_CONTENT_COST,
  OPERATOR_COST,
  QUERY_COST,
} from '../../../core/model/contentCosts.ts';
import { isGeoPoint } from '../../../core/model/derivedOrders.ts';
import { mapFields, mapTypes } from '../../../core/model/mapFields.ts';
import { isReference, type Model, type ModelField, type ModelType } from '../../../core/model/model.ts';
import { hasMember } from '../../../core/model/unionMembers.ts';
import { facetValue } from '../groq/facetValue.ts';
import { distanceGroq } from '../groq/geoConditions.ts';
import { fieldGroq } from '../groq/groq.ts';
import { languageConditions } from '../groq/languageConditions.ts';
import { modelOfLocale } from '../groq/modelOfLocale.ts';
import { textsGroq } from '../groq/plainText.ts';
import { PUBLIC_VISIBILITY } from '../groq/visibility.ts';
import { expressionWeight } from './expressionWeight.ts';

/** The query for the document of a video by the id of its asset, of which there are few. */
const VIDEO_COST = 5;

/**
 * Adds the cost of each field and type at the content service to a model: the weights of the GROQ that the gateway sends. Values that
 * differ by language cost as much as in the language with the most fallbacks.
 */
export function withContentCosts(model: Model): Model {
  const locale = model.locales.all.reduce((most, one) => (one.codes.length > most.codes.length ? one : most));
  const inLocale = modelOfLocale(model, locale);
  const weigher = new Weigher(inLocale);
  const weighed = mapFields(model, (field, type) => {
    const localized = inLocale.types.get(type.name) ?? type;
    return { ...field, cost: weigher.costOf(localized, localized.fields.get(field.name) ?? field) };
  });
  return mapTypes(weighed, (type) => {
    const [condition = ''] = languageConditions(type, locale, {
      addDocumentTypes: () => {},
      ...PUBLIC_VISIBILITY,
    });
    return { ...type, languageWeight: expressionWeight(condition) };
  });
}

/** Weighs the fields of a model in a language. */
class Weigher {
  readonly #model: Model;
  /** The weight of the texts of a rich text at a path, which is the same for all paths. */
  #texts: number | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  costOf(type: ModelType, field: ModelField): ContentCost {
    const { source } = field;
    if (source.kind === 'identity') return NO_CONTENT_COST;
    if (source.kind === 'related')
      return { ...NO_CONTENT_COST, value: this.#weightOfSimilar(type, source.by) };
    if (source.kind === 'inverse') return { ...NO_CONTENT_COST, value: QUERY_COST };
    if (source.kind === 'asset') return { ...NO_CONTENT_COST, value: VIDEO_COST };
    const weight = weightOfValue(field);
    return {
      value: weight + this.#costOfQuery(field),
      condition: costOfCondition(weight + this.#weightOfTexts(field)) + costOfElements(field),
      order: costOfOrder(isGeoPoint(field) ? weightOfDistance(field) : weight),
    };
  }

  /** Returns the points of the query within the query that reads a value: of a connection, or of the document of a video. */
  #costOfQuery({ shape, target }: ModelField): number {
    if (shape === 'connection') return QUERY_COST;
    return shape === 'union' && hasMember(this.#model, target as string, 'Video') ? VIDEO_COST : 0;
  }

  #weightOfSimilar({ fields }: ModelType, by: readonly string[]): number {
    return by
      .flatMap((name) => fields.get(name) ?? [])
      .reduce((sum, field) => sum + expressionWeight(facetValue(this.#model, field)), 0);
  }

  #weightOfTexts(field: ModelField): number {
    if (field.shape !== 'richText') return 0;
    if (field.localized) return expressionWeight(textsGroq(this.#model, fieldGroq(field)));
    this.#texts ??= expressionWeight(textsGroq(this.#model, 'text'));
    return this.#texts;
  }
}

/** Returns the points of reading a value once: a declared `@cost` replaces the points of an expression that costs anything. */
function weightOfValue(field: ModelField): number {
  const weight = expressionWeight(fieldGroq(field));
  const [declared] = field.node.directives?.filter(({ name }) => name.value === 'cost') ?? [];
  const [argument] = declared?.arguments ?? [];
  return argument && weight > 0 ? Number(argumentValue(argument.value)) || 0 : weight;
}

const weightOfDistance = (field: ModelField): number =>
  expressionWeight(distanceGroq(fieldGroq(field), { lat: 0, lng: 0 }, String));

/** Returns what the operator of a filter costs for the other elements of a list. */
const costOfElements = (field: ModelField): number =>
  field.isList && field.shape !== 'object' && !isReference(field) ? OPERATOR_COST * (LIST_LENGTH - 1) : 0;
