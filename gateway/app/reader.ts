import type { Config } from '../config/config.ts';
import { PUBLIC_AUDIENCE } from '../core/context.ts';
import type { Model } from '../core/model/model.ts';
import type { GraphServices } from '../graphql/operations/graphServices.ts';
import { readerPolicy } from '../http/pages/builtWeb.ts';
import { createReader } from '../sites/reader/createReader.ts';
import { READER_ASSETS } from '../sites/reader/markup/assets.ts';
import { createLimitCheck } from '../sites/reader/operations/fitOperation.ts';

/** Creates the reader, which shows the content of any model, and the files of its pages. */
export function createReaderPages(config: Config, model: Model, graph: GraphServices) {
  const { schema, visibleSchemas, operationLimits, persistedQueries, log } = graph;
  const { style, previewStyle, script, hls, overlays } = READER_ASSETS;
  return {
    pages: {
      ...createReader({
        model,
        defaultName: new URL(config.publicUrl).host.replace(/^www\./, ''),
        served: config.sites,
        visibleSchema: () => visibleSchemas(PUBLIC_AUDIENCE.scopes),
        isWithinLimits: createLimitCheck(schema, operationLimits),
        trust: persistedQueries.store.trust,
        log,
      }),
      policy: readerPolicy(config),
    },
    files: overlays ? [overlays] : [],
    assets: [style, previewStyle, script, ...(hls ? [hls] : [])],
  };
}
