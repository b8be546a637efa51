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

const socket = new URL(GRAPH, location.href);
socket.protocol = socket.protocol.replace('http', 'ws');
const fetcher = withCurrentOperation(
  createGraphiQLFetcher({ url: GRAPH, wsClient: createClient({ url: socket.href }) }),
);
const schema = await readSchema();
const tabs = tabsFor(schema, examples);
// The editor fills the open tab's variables from its storage alone; a visitor's first tab is not there yet.
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
