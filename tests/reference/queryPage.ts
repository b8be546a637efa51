import { execute } from './edgeCases.ts';
import { createPagesGraph, page } from './pages.ts';

/** Selects fields of a page with these attributes. Returns the response, and the content issues of the graph. */
export async function queryPage(
  attributes: Record<string, unknown>,
  selection: string,
  ...others: ReturnType<typeof page>[]
) {
  const graph = createPagesGraph([page('a', attributes), ...others]);
  const response = await execute(graph, `{ page(by: { slug: "a" }) { slug ${selection} } }`);
  return { ...response, issues: graph.issues };
}
