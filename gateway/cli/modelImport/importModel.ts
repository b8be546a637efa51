import type { DefinitionNode } from 'graphql';
import { TRANSLATIONS_TYPE } from '../../core/model/translations.ts';
import type { ContentClient } from '../../providers/content/client.ts';
import { addConnections, addInverses } from './derived/connections.ts';
import { addNamesInObjects, addRichTextTitles, renameSharedNames } from './derived/labels.ts';
import { addListSizes } from './derived/listSizes.ts';
import { addLookups } from './derived/lookups.ts';
import { addSearch } from './derived/search.ts';
import { alignUnionMembers } from './derived/unionMembers.ts';
import type { StudioSchema } from './extract/readExtract.ts';
import { mapSchema } from './mapping/mapSchema.ts';
import { documentsOf, type ImportedModel } from './model/importedModel.ts';
import { printModel } from './output/printModel.ts';
import { type ImportReport, reportOf } from './output/report.ts';
import { addPrivateData } from './privacy/privateData.ts';
import { noteLanguages } from './samples/languages.ts';
import { readDataset } from './samples/readDataset.ts';
import { refineFields } from './samples/refineFields.ts';
import { collectStatistics } from './samples/sampleStatistics.ts';

export interface ImportOptions {
  /** The definitions of core SDL, whose names a model cannot have. */
  readonly core: readonly DefinitionNode[];
  /** The `_type`s of singletons. */
  readonly singletons?: readonly string[];
  /** Paths of the studio that are public although they seem to have data about people, e.g. `order` or `person.email`. */
  readonly public?: readonly string[];
  /** The languages that the settings name. */
  readonly languages?: readonly string[] | undefined;
  /** Reads documents of the studio's dataset; without it, types follow from the extract alone. */
  readonly client?: ContentClient | undefined;
}

/** An imported model. */
export interface ModelImport {
  /** SDL by file name. */
  readonly files: ReadonlyMap<string, string>;
  readonly model: ImportedModel;
  readonly report: ImportReport;
}

/**
 * Imports the schema of a studio as a model.
 * @throws UpstreamError if the dataset cannot be read
 */
export async function importModel(
  schema: StudioSchema,
  { core, singletons = [], client, ...options }: ImportOptions,
): Promise<ModelImport> {
  const model = mapSchema(schema, core);
  const types = documentsOf(model).flatMap(({ type }) => type ?? []);
  const sample = client && (await readDataset(client, types));
  const statistics = collectStatistics(model, sample?.documents ?? []);
  refineFields(model, statistics);
  const facts = {
    singletons: new Set(singletons),
    sample,
    hasTranslations: schema.documents.has(TRANSLATIONS_TYPE),
  };
  const single = addLookups(model, facts);
  const publicPaths = new Set(options.public);
  addPrivateData(model, {
    valuesOf: (coordinate) => statistics.get(coordinate)?.values ?? [],
    isPublic: (path) => publicPaths.has(path),
    singletons: single,
  });
  renameSharedNames(model);
  alignUnionMembers(model);
  addListSizes(model);
  addRichTextTitles(model);
  addNamesInObjects(model, single);
  addSearch(model, single);
  addInverses(model, single);
  addConnections(model);
  noteLanguages(model, sample?.documents ?? [], options.languages);
  return { files: printModel(model), model, report: reportOf(model, sample?.documents.length) };
}
