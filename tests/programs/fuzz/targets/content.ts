import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, isInputObjectType } from 'graphql';
import { lowerFirst, type ModelType } from '../../../../gateway/core/model/model.ts';
import { readModel } from '../../../../gateway/graphql/schema/model/readModel.ts';
import { readSdl } from '../../../../gateway/graphql/schema/model/readSdl.ts';
import { ROOT } from '../../../support/stack.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileDocument, hostileImageAsset } from '../values/hostileDocument.ts';
import { widestSelection } from '../widestSelection.ts';

const SLUG = 'fuzz';
const LIST_PAGES = [
  '/',
  '/films',
  '/articles',
  '/people',
  '/topics',
  '/collections',
  '/search?q=fuzz',
  '/feed.xml',
  '/sitemap.xml',
];

/** Documents of the content service. Every field and every page is read after each write. */
export const content: FuzzTarget = {
  name: 'content',
  async open(gateways) {
    const { editor } = await gateways.stack();
    const gateway = await gateways.uncached();
    const model = readModel(readSdl(`${ROOT}schema/model`));
    const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'), { assumeValid: true });
    const hasPages = (await fetch(`${gateway.url}/`)).ok;
    return {
      async run(random) {
        const type = random.pick(model.documents);
        const documents = [
          hostileDocument(random, model, type, `${SLUG}-${type.document?.type}`, SLUG),
          hostileImageAsset(random),
        ];
        const ids: string[] = [];
        for (const document of documents) {
          // The service rejects some documents.
          const isStored = await editor.createOrReplace(document).then(
            () => true,
            () => false,
          );
          if (isStored) ids.push(document._id);
        }
        for (const query of queriesOf(schema, type)) await gateway.query(query, { slug: SLUG });
        if (hasPages)
          for (const path of [...pagesOf(type, gateway.url), random.pick(LIST_PAGES)])
            await gateway.page(path);
        const failures = await gateway.takeFailures();
        for (const id of ids) await editor.delete(id).catch(() => undefined);
        return { input: documents, failures };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => undefined,
    };
  },
};

function queriesOf(schema: GraphQLSchema, { name, document }: ModelType): string[] {
  const type = schema.getType(name);
  if (!type || !document) return [];
  const list = `{ ${document.plural}(first: 50) { totalCount nodes ${widestSelection(schema, type, 0)} } }`;
  const keys = schema.getType(`${name}By`);
  if (!isInputObjectType(keys) || !keys.getFields().slug) return [list];
  const selection = widestSelection(schema, type, 1);
  return [`query ($slug: String!) { ${lowerFirst(name)}(by: { slug: $slug }) ${selection} }`, list];
}

const pagesOf = ({ document }: ModelType, origin: string): string[] => [
  `/${document?.plural}/${SLUG}`,
  ...(document?.type === 'film' ? [`/embed/films/${SLUG}`] : []),
  `/oembed?url=${encodeURIComponent(`${origin}/${document?.plural}/${SLUG}`)}`,
];
