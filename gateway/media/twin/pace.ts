/** How long a twin takes for what the provider takes its time for. */
export interface Pace {
  /** Milliseconds from an asset's, a track's or a rendition's creation until it is ready or errored, at least. */
  ingest: number;
  /** Milliseconds from an asset being ready until its generated text tracks are. */
  generate: number;
  /** Milliseconds that one second of an upload's `timeout` lasts. */
  uploadSecond: number;
}

/** Short enough to wait for, long enough to be seen. */
export const PACE: Pace = { ingest: 1500, generate: 1500, uploadSecond: 1000 };
