import type { Graph, Thing } from 'schema-dts';
import { scriptJson } from '../../schema/scriptJson.ts';

/** Renders schema.org objects as JSON-LD (https://json-ld.org). */
export const StructuredData = ({ things }: { things: readonly Thing[] }) => {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: scriptJson(graph) }} />;
};
