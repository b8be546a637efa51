import type { Scope } from '../scopes.ts';

/** People who edit, as a provider of identities vouches for them. */
export interface Editors {
  /**
   * Who a token speaks for, and what they may do.
   * @throws Refused where the token is not good, or cannot be looked into at the moment
   */
  recognise(token: string): Promise<{ readonly name: string; readonly scopes: readonly Scope[] }>;
}
