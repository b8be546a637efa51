import type { Graph, Thing } from 'schema-dts';

/** Things told to machines as JSON-LD (https://json-ld.org), in the words of https://schema.org. No browser runs it. */
export const StructuredData = ({ things }: { things: readonly Thing[] }) => {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  // Nothing in the data can end the element: no `<` is left in it.
  const __html = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
};
