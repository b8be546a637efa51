import { createContentSourceMap } from '../../../providers/content/sourceMaps/contentSourceMap.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { dataOf } from '../run/responseData.ts';

/** Adds the source map to the extensions of a response, if it is requested. The size of the response includes the map. */
export function addSourceMap({ response: { body }, contextValue: { progress } }: OperationRun): void {
  const { sources, isDryRun } = progress;
  if (!sources || isDryRun || body?.kind !== 'single') return;
  const data = dataOf(body.singleResult);
  if (!data) return;
  const contentSourceMaps = createContentSourceMap(sources.of(JSON.parse(data.text)));
  body.singleResult.extensions = { ...body.singleResult.extensions, contentSourceMaps };
  progress.sourceMapBytes = Buffer.byteLength(JSON.stringify(contentSourceMaps));
}
