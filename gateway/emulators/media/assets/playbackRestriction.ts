/** Rules for the web sites and user agents that may play videos of signed playback ids. */
export interface PlaybackRestriction {
  readonly id: string;
  /** Unix seconds, as a string. */
  readonly created_at: string;
  readonly updated_at: string;
  /** `*`, host names, or host names with a wildcard such as `*.example.com`; empty for none. */
  readonly referrer: { readonly allowed_domains: readonly string[]; readonly allow_no_referrer: boolean };
  readonly user_agent: {
    readonly allow_no_user_agent: boolean;
    readonly allow_high_risk_user_agent: boolean;
  };
}
