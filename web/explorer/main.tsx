import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './explorer.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { createRoot } from 'react-dom/client';
import { examples } from './examples.ts';
import { tabsFor } from './tabs.ts';

const GRAPH = '/graphql';

/** The graph's schema as it describes itself; nothing when that cannot be read, and the editor then asks the graph. */
async function readSchema(): Promise<GraphQLSchema | undefined> {
  try {
    const answer = await fetch('/schema.graphql');
    return answer.ok ? buildSchema(await answer.text()) : undefined;
  } catch {
    return undefined;
  }
}

const schema = await readSchema();
createRoot(document.getElementById('explorer') as HTMLElement).render(
  <GraphiQL
    fetcher={createGraphiQLFetcher({ url: GRAPH })}
    schema={schema}
    plugins={[HISTORY_PLUGIN, explorerPlugin()]}
    defaultTabs={tabsFor(schema, examples)}
    defaultEditorToolsVisibility="variables"
  >
    <GraphiQL.Logo>
      <a className="home" href="/">
        Trivium
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
