import type { ApolloClient, DocumentNode, ObservableQuery, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import type { Query, QueryResult, QueryState } from './queries.ts';

const NOT_LOADED: QueryState = { data: undefined, loading: true };

/** The parts of the tab that a query needs. */
interface Tab {
  /** Apollo Client; undefined until it is loaded. */
  client(): ApolloClient | undefined;
  /** True if queries that show data of the server follow the cache too. */
  isFollowing(): boolean;
  /** Loads Apollo Client alone. */
  importClient(): Promise<ApolloClient>;
  /** Called when the first component reads the query. */
  onUse(query: BrowserQuery): void;
  /** Called after the last component. @param rendered the data of the server, if it is not in the cache */
  onEnd(rendered: unknown): void;
}

/** A query that components of a browser tab read. It shows the result of the server until the cache of Apollo Client has another. */
export class BrowserQuery implements Query {
  readonly #tab: Tab;
  readonly #options: { readonly query: DocumentNode; readonly variables: OperationVariables };
  readonly #listeners = new Set<() => void>();
  /** The data of the server until it is in the cache. */
  #rendered: unknown;
  /** The last data. */
  #data: unknown;
  /** Shown in place of the result of Apollo Client. */
  #shown: QueryState | undefined;
  #observable: ObservableQuery | undefined;
  #subscription: { unsubscribe(): void } | undefined;
  #loading: Promise<unknown> | undefined;

  /** @param rendered the data of the server-rendered page; undefined if it has none */
  constructor(tab: Tab, query: DocumentNode, variables: OperationVariables = {}, rendered?: unknown) {
    this.#tab = tab;
    this.#options = { query, variables };
    this.#rendered = rendered;
    this.#data = rendered;
    if (rendered !== undefined) this.#shown = { data: rendered };
  }

  /** True while components read the query. */
  get isMounted(): boolean {
    return this.#listeners.size > 0;
  }

  readonly state = (): QueryState => {
    if (this.#shown) return this.#shown;
    const client = this.#tab.client();
    return client ? (this.#observe(client).getCurrentResult() as QueryState) : NOT_LOADED;
  };

  readonly load = (): Promise<unknown> => {
    this.#loading ??= this.#request().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#tab.onUse(this);
    this.#listeners.add(listener);
    const client = this.#tab.client();
    if (client) this.follow(client);
    else if (!this.#shown)
      this.#tab.importClient().catch((error: Error) => this.#show({ data: undefined, error }));
    return () => {
      this.#listeners.delete(listener);
      if (!this.isMounted && this.#tab.client()) this.#stop();
    };
  };

  readonly refetch = (): Promise<unknown> =>
    this.#tab.importClient().then((client) => {
      this.connect(client);
      return this.#observe(client).refetch();
    });

  /** Follows the cache if nothing else is shown: reading it takes a slow phone longer than hydration. */
  follow(client: ApolloClient): void {
    if (this.#rendered === undefined || this.#tab.isFollowing()) this.connect(client);
  }

  /** Writes the data of the server to the cache. If components read the query, follows the cache. */
  connect(client: ApolloClient): void {
    if (this.#rendered !== undefined) client.writeQuery({ ...this.#options, data: this.#rendered });
    this.#rendered = undefined;
    if (!this.isMounted || this.#subscription) return;
    // A failed request is not repeated, but data of a later one is shown.
    const hasFailed = this.#shown && this.#shown.data === undefined;
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
    const client = await this.#tab.importClient();
    const { data, error }: QueryResult = await client.query(this.#options);
    if (this.state().data === undefined) this.#show({ data, error });
  }

  #handleResult({ data, error, loading }: QueryState): void {
    const shown = this.#shown;
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
    this.#shown = result;
    for (const listener of this.#listeners) listener();
  }

  #stop(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#shown = undefined;
    this.#tab.onEnd(this.#rendered);
  }
}
