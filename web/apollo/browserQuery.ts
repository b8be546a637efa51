import type { ApolloClient, DocumentNode, ObservableQuery, OperationVariables } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import type { PageQuery, PageQueryResult, PageQueryState } from './pageQueries.ts';

const NOT_LOADED: PageQueryState = { data: undefined, loading: true };

/** The parts of the tab that a query needs. */
interface Tab {
  /** Apollo Client; undefined until it is loaded. */
  client(): ApolloClient | undefined;
  /** Returns true if the query follows the cache although it shows data of the server-rendered page. */
  isWatching(): boolean;
  loadClient(): Promise<ApolloClient>;
  loadWatchingClient(): Promise<ApolloClient>;
  /** Called when the first component reads the query, and after the last one. */
  onUse(query: BrowserQuery, isUsed: boolean): void;
}

/** A query that components of a browser tab read, and that follows the cache of Apollo Client. */
export class BrowserQuery implements PageQuery {
  readonly #tab: Tab;
  readonly #options: { readonly query: DocumentNode; readonly variables: OperationVariables };
  readonly #listeners = new Set<() => void>();
  /** The result that is shown until Apollo Client has another one. */
  #shown: PageQueryResult | undefined;
  #observable: ObservableQuery | undefined;
  #subscription: { unsubscribe(): void } | undefined;
  #loading: Promise<unknown> | undefined;

  /** @param rendered the data of the server-rendered page; undefined if it has none, or Apollo Client is loaded */
  constructor(tab: Tab, query: DocumentNode, variables: OperationVariables = {}, rendered?: object) {
    this.#tab = tab;
    this.#options = { query, variables };
    this.#shown = rendered && { data: rendered };
  }

  /** True while components read the query. */
  get isMounted(): boolean {
    return this.#listeners.size > 0;
  }

  /** True if the query should follow the cache. */
  get shouldWatch(): boolean {
    return this.isMounted && (this.#shown?.data === undefined || this.#tab.isWatching());
  }

  readonly state = (): PageQueryState => {
    if (this.#shown) return this.#shown;
    const client = this.#tab.client();
    return client ? (this.observe(client).getCurrentResult() as PageQueryState) : NOT_LOADED;
  };

  readonly load = (): Promise<unknown> => {
    this.#loading ??= this.#request().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#tab.onUse(this, true);
    this.#listeners.add(listener);
    const client = this.#tab.client();
    if (client) this.watch(client);
    else if (!this.#shown)
      this.#tab.loadClient().catch((error: Error) => this.#show({ data: undefined, error }));
    return () => {
      this.#listeners.delete(listener);
      if (!this.isMounted && this.#tab.client()) this.#stop();
    };
  };

  readonly refetch = (): Promise<unknown> =>
    this.#tab.loadWatchingClient().then((client) => this.observe(client).refetch());

  /** Returns the query of the client, without a request. Its first call transforms the document. */
  observe(client: ApolloClient): ObservableQuery {
    this.#observable ??= client.watchQuery(this.#options);
    return this.#observable;
  }

  /** Follows the cache, if the query should. */
  watch(client: ApolloClient): void {
    if (!this.shouldWatch || this.#subscription) return;
    // A failed request is not repeated, but data of a later one is shown.
    if (this.#shown && this.#shown.data === undefined)
      this.#observable = client.watchQuery({ ...this.#options, fetchPolicy: 'cache-only' });
    this.#subscription = this.observe(client).subscribe((result) =>
      this.#handleResult(result as PageQueryState),
    );
  }

  async #request(): Promise<void> {
    const client = await this.#tab.loadClient();
    const { data, error } = await client.query(this.#options);
    if (this.state().data === undefined) this.#shown = { data, error };
  }

  #handleResult(result: PageQueryState): void {
    const shown = this.#shown;
    const isShown = () => canonicalStringify(result.data) === canonicalStringify(shown?.data);
    if (shown && !result.error && (result.data === undefined || (!result.loading && isShown()))) return;
    this.#show(undefined);
  }

  #show(result: PageQueryResult | undefined): void {
    this.#shown = result;
    for (const listener of this.#listeners) listener();
  }

  #stop(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#shown = undefined;
    this.#tab.onUse(this, false);
  }
}
