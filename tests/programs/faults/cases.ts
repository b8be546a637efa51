import type { ErrorCode } from '../../../gateway/core/errors.ts';
import type { EmulatorName } from '../../support/stack.ts';
import { FAULTS, type FaultName } from './faults.ts';

/** One cell of the matrix: what is expected while one provider fails in one way. */
export interface Cell {
  readonly fault: FaultName;
  readonly provider: EmulatorName;
  /** Codes of a field that nothing kept stands in for. */
  readonly codes: readonly ErrorCode[];
  /** The most calls that one question may cost. */
  readonly calls: number;
}

export const PROVIDERS: readonly EmulatorName[] = ['content', 'media', 'search'];

/** What a question may cost where a failed call is repeated once; what media fails at is repeated by who asks. */
const REPEATED: Readonly<Record<EmulatorName, number>> = { content: 2, media: 2, search: 2 };
/** What it may cost where none is. The media library is read in the background as well, a page at a time. */
const ONCE: Readonly<Record<EmulatorName, number>> = { content: 1, media: 2, search: 1 };

const EXPECTED: Readonly<
  Record<FaultName, { codes: readonly ErrorCode[]; calls: Readonly<Record<EmulatorName, number>> }>
> = {
  reset: { codes: ['UPSTREAM_UNAVAILABLE'], calls: REPEATED },
  hang: { codes: ['UPSTREAM_TIMEOUT'], calls: ONCE },
  body: { codes: ['UPSTREAM_TIMEOUT'], calls: ONCE },
  broken: { codes: ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_REFUSED'], calls: REPEATED },
  burst: { codes: ['UPSTREAM_UNAVAILABLE'], calls: REPEATED },
  throttled: { codes: ['UPSTREAM_THROTTLED'], calls: ONCE },
  revoked: { codes: ['UPSTREAM_REFUSED'], calls: ONCE },
  huge: { codes: ['UPSTREAM_TOO_LARGE'], calls: ONCE },
  redirect: { codes: ['UPSTREAM_REFUSED'], calls: ONCE },
  shape: { codes: ['UPSTREAM_REFUSED'], calls: ONCE },
  flapping: { codes: [], calls: REPEATED },
};

/** All 33 cells, provider by provider. */
export const CELLS: readonly Cell[] = PROVIDERS.flatMap((provider) =>
  (Object.keys(FAULTS) as FaultName[]).map((fault) => ({
    fault,
    provider,
    codes: EXPECTED[fault].codes,
    calls: EXPECTED[fault].calls[provider],
  })),
);
