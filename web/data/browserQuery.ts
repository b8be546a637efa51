import type { ApolloClient, DocumentNode, ObservableQuery, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { NOT_LOADED, type ObservedQuery, type QueryResult, type QueryState } from './queryClient.ts';

/** The parts of the tab that a query needs. */
interface QueryRegistry {
  /** Apollo Client; undefined until it is loaded. */
  client(): ApolloClient | undefined;
  /** True if all queries are connected to the cache, also those that show data of the server. */
  areAllConnected(): boolean;
  /** Loads Apollo Client without connecting the queries that show data of the server. */
  importClient(): Promise<ApolloClient>;
  /** Called when the first component reads the query. */
  register(query: BrowserQuery): void;
  /** Called after the last component. @param serverData the data of the server, if it is not in the cache */
  unregister(serverData: unknown): void;
}

/**
 * A query that components of a browser tab read. It shows the result of the server without Apollo Client. Once the query is
 * connected, it shows the result in the cache of Apollo Client. A query without a result of the server is connected when a
 * component reads it, other queries when something may change their result.
 */
export class BrowserQuery implements ObservedQuery {
  suspensePromise?: ObservedQuery['suspensePromise'];
  readonly #registry: QueryRegistry;
  readonly #options: { readonly query: DocumentNode; readonly variables: OperationVariables };
  readonly #listeners = new Set<() => void>();
  /** Undefined without data of the server. */
  readonly #serverState: QueryState | undefined;
  /** The data of the server until it is in the cache. */
  #serverData: unknown;
  /** The last data. */
  #data: unknown;
  /** Shown in place of the result of Apollo Client. */
  #override: QueryState | undefined;
  #observable: ObservableQuery | undefined;
  #subscription: { unsubscribe(): void } | undefined;
  #loading: Promise<unknown> | undefined;

  /** @param serverData the data of the server-rendered page; undefined if it has none */
  constructor(
    registry: QueryRegistry,
    query: DocumentNode,
    variables: OperationVariables = {},
    serverData?: unknown,
  ) {
    this.#registry = registry;
    this.#options = { query, variables };
    this.#serverData = serverData;
    this.#data = serverData;
    if (serverData !== undefined) this.#serverState = { data: serverData };
    this.#override = this.#serverState;
  }

  /** True while components read the query. */
  get isMounted(): boolean {
    return this.#listeners.size > 0;
  }

  readonly state = (): QueryState => {
    if (this.#override) return this.#override;
    const client = this.#registry.client();
    return client ? (this.#observe(client).getCurrentResult() as QueryState) : NOT_LOADED;
  };

  readonly serverState = (): QueryState => this.#serverState ?? this.state();

  readonly load = (): Promise<unknown> => {
    this.#loading ??= this.#request().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#registry.register(this);
    this.#listeners.add(listener);
    const client = this.#registry.client();
    if (client) this.handleClient(client);
    else if (!this.#override)
      this.#registry.importClient().catch((error: Error) => this.#show({ data: undefined, error }));
    return () => {
      this.#listeners.delete(listener);
      if (!this.isMounted && this.#registry.client()) this.#stop();
    };
  };

  readonly refetch = (): Promise<unknown> =>
    this.#registry.importClient().then((client) => {
      this.connect(client);
      return this.#observe(client).refetch();
    });

  /** Connects the query, unless it shows data of the server: reading the cache takes a slow phone longer than hydration. */
  handleClient(client: ApolloClient): void {
    if (this.#serverData === undefined || this.#registry.areAllConnected()) this.connect(client);
  }

  /** Writes the data of the server to the cache. If components read the query, subscribes to the cache. */
  connect(client: ApolloClient): void {
    if (this.#serverData !== undefined) client.writeQuery({ ...this.#options, data: this.#serverData });
    this.#serverData = undefined;
    if (!this.isMounted || this.#subscription) return;
    // A failed request is not repeated, but data of a later one is shown.
    const hasFailed = this.#override && this.#override.data === undefined;
    if (hasFailed) this.#observable = client.watchQuery({ ...this.#options, fetchPolicy: 'cache-only' });
    this.#subscription = this.#observe(client).subscribe((result) =>
      this.#handleResult(result as QueryState),
    );
  }

  #observe(client: ApolloClient): ObservableQuery {
    this.#observable ??= client.watchQuery(this.#options);
    return this.#observable;
  }

  async #request(): Promise<void> {
    const client = await this.#registry.importClient();
    const { data, error }: QueryResult = await client.query(this.#options);
    if (this.state().data === undefined) this.#show({ data, error });
  }

  #handleResult({ data, error, loading }: QueryState): void {
    const shown = this.#override;
    // If a later request fails, the data stays.
    if (data === undefined && error && this.#data !== undefined) {
      this.#show({ data: this.#data, error });
      return;
    }
    this.#data = data ?? this.#data;
    if (shown && !error && data === undefined) return;
    const isShown = () => canonicalStringify(data) === canonicalStringify(shown?.data);
    if (shown && !shown.error && !error && !loading && isShown()) return;
    this.#show(undefined);
  }

  #show(result: QueryState | undefined): void {
    this.#override = result;
    for (const listener of this.#listeners) listener();
  }

  #stop(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#override = undefined;
    this.#registry.unregister(this.#serverData);
  }
}
