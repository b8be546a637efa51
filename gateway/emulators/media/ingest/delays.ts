/** Simulated delays of Mux's background work. */
export interface Delays {
  /** Minimum time until a new asset, track or rendition is ready or errored. */
  ingestMs: number;
  /** Time from a ready asset to ready generated text tracks. */
  generateMs: number;
  /** Duration of one second of an upload's `timeout`. */
  uploadSecondMs: number;
}

/** Short enough for development, long enough to see the states. */
export const DEFAULT_DELAYS: Delays = { ingestMs: 1500, generateMs: 1500, uploadSecondMs: 1000 };
