import type { Graph, Thing } from 'schema-dts';

/** Renders schema.org objects as JSON-LD (https://json-ld.org). */
export const StructuredData = ({ things }: { things: readonly Thing[] }) => {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  // Escaped, so that the data cannot end the script element.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
};
