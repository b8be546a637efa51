import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import '@graphiql/plugin-explorer/style.css';
import './explorer.css';
import { explorerPlugin } from '@graphiql/plugin-explorer';
import { createGraphiQLFetcher, StorageAPI } from '@graphiql/toolkit';
import { GraphiQL, HISTORY_PLUGIN } from 'graphiql';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { createClient } from 'graphql-ws/client';
import { createRoot } from 'react-dom/client';
import { withCurrentOperation } from './currentOperation.ts';
import { examples } from './examples.ts';
import { tabsFor } from './tabs.ts';

const GRAPHQL_PATH = '/graphql';

/** Fetches the SDL of the schema. If that fails, GraphiQL runs an introspection query. */
async function fetchSchema(): Promise<GraphQLSchema | undefined> {
  try {
    const response = await fetch('/schema.graphql');
    return response.ok ? buildSchema(await response.text()) : undefined;
  } catch {
    return undefined;
  }
}

const wsUrl = new URL(GRAPHQL_PATH, location.href);
wsUrl.protocol = wsUrl.protocol.replace('http', 'ws');
const fetcher = withCurrentOperation(
  createGraphiQLFetcher({
    url: GRAPHQL_PATH,
    headers: { 'graphql-client-name': 'explorer' },
    wsClient: createClient({ url: wsUrl.href }),
  }),
);
const schema = await fetchSchema();
const tabs = tabsFor(schema, examples);
// GraphiQL takes the variables of the open tab from storage, which is empty on the first visit.
const isFirstVisit = new StorageAPI().get('tabState') === null;

createRoot(document.getElementById('explorer') as HTMLElement).render(
  <GraphiQL
    fetcher={fetcher}
    schema={schema}
    plugins={[HISTORY_PLUGIN, explorerPlugin()]}
    defaultTabs={tabs}
    initialVariables={isFirstVisit ? tabs[0]?.variables : undefined}
    defaultEditorToolsVisibility="variables"
  >
    <GraphiQL.Logo>
      <a className="home" href="/">
        Trivium
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
